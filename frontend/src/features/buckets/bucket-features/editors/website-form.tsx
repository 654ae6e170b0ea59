import { component$ } from "@builder.io/qwik"
import { RowsAt, SelectAt, TextAt } from "../controls"
import type { Path } from "../draft"
import { draftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

interface Rule {
  readonly key_prefix: string | null
  readonly http_error_code: string | null
  readonly host_name: string | null
  readonly replace_key_with: string | null
  readonly replace_key_prefix_with: string | null
}

const PROTOCOLS = [
  { value: null, label: "As it was asked for" },
  { value: "https", label: "https" },
  { value: "http", label: "http" }
]
const blankRule = {
  key_prefix: null,
  http_error_code: null,
  protocol: null,
  host_name: null,
  replace_key_prefix_with: null,
  replace_key_with: null,
  http_redirect_code: null
}

const RuleLine = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const rule = draftValue<Rule | undefined>(useEditing(), path)
  if (rule === undefined) return null
  const when = [
    rule.key_prefix === null ? "" : `keys that begin with ${rule.key_prefix}`,
    rule.http_error_code === null ? "" : `answers ${rule.http_error_code}`
  ].filter(Boolean)
  return (
    <>
      {when.join(" and ") || "Everything"} <span class="text-ink-3">→</span>{" "}
      {[rule.host_name, rule.replace_key_with ?? rule.replace_key_prefix_with].filter(Boolean).join("/") || "the same"}
    </>
  )
})

const RuleFields = component$<{ readonly index: number; readonly path: Path }>(({ path }) => (
  <div class="grid gap-3 sm:grid-cols-2">
    <TextAt path={[...path, "key_prefix"]} label="For keys that begin with" mono empty={null} />
    <TextAt path={[...path, "http_error_code"]} label="For answers with the status" empty={null} />
    <SelectAt path={[...path, "protocol"]} label="By" choices={PROTOCOLS} />
    <TextAt path={[...path, "host_name"]} label="To the host" mono empty={null} />
    <TextAt path={[...path, "replace_key_prefix_with"]} label="Begin the key with this instead" mono empty={null} />
    <TextAt path={[...path, "replace_key_with"]} label="Or make the whole key this" mono empty={null} />
    <TextAt path={[...path, "http_redirect_code"]} label="With the status" empty={null} />
  </div>
))

const WebsiteForm = component$(() => {
  const editing = useEditing()
  const away = draftValue<object | null>(editing, ["redirect_all"]) !== null
  return (
    <>
      <label class="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          class="check"
          checked={away}
          disabled={editing.busy}
          onChange$={(_, element) => {
            editing.draft = element.checked
              ? {
                  index_document: null,
                  error_document: null,
                  redirect_all: { host_name: "", protocol: null },
                  routing_rules: []
                }
              : { index_document: "index.html", error_document: null, redirect_all: null, routing_rules: [] }
          }}
        />
        <span class="font-medium">Send everything to another host</span>
      </label>
      {away ? (
        <div class="grid gap-3 sm:grid-cols-2">
          <TextAt path={["redirect_all", "host_name"]} label="Host" mono maxLength={255} />
          <SelectAt path={["redirect_all", "protocol"]} label="By" choices={PROTOCOLS} />
        </div>
      ) : (
        <>
          <div class="grid gap-3 sm:grid-cols-2">
            <TextAt path={["index_document"]} label="Shown of a folder" mono empty={null} placeholder="index.html" />
            <TextAt
              path={["error_document"]}
              label="Shown for what is not there"
              mono
              empty={null}
              placeholder="error.html"
            />
          </div>
          <div>
            <p class="mb-2 font-medium">Ways elsewhere; the first that fits holds</p>
            <RowsAt
              path={["routing_rules"]}
              noun="routing rule"
              blank={blankRule}
              row={RuleFields}
              line={RuleLine}
              ordered
              most={50}
            />
          </div>
        </>
      )}
    </>
  )
})

export const website: FeatureEditor = {
  feature: "website",
  Form: WebsiteForm,
  blank: { index_document: "index.html", error_document: null, redirect_all: null, routing_rules: [] },
  removal: "The bucket is served as a website no more."
}
