import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { CheckAt, RowsAt, SizeAt, TextAt } from "../controls"
import type { Path } from "../draft"
import { draftValue, setDraftValue, useEditing } from "../editing"
import type { Rule } from "./rule"

interface RowProps {
  readonly index: number
  readonly path: Path
}

const KINDS = [
  ["never", "never", null],
  ["days", "some days after they were written", { days: 30 }],
  ["date", "all of them, from a day on", { date: "" }],
  [
    "expired_object_delete_marker",
    "no objects, but delete markers with no version left",
    { expired_object_delete_marker: true }
  ]
] as const

const kindOf = (expiration: Rule["expiration"]): string =>
  expiration === null || typeof expiration !== "object" ? "never" : (Object.keys(expiration)[0] ?? "never")

const TagFields = component$<RowProps>(({ index, path }) => (
  <div class="grid gap-3 sm:grid-cols-2">
    <TextAt path={[...path, "key"]} label={`Key of tag ${index + 1}`} maxLength={128} />
    <TextAt path={[...path, "value"]} label={`Value of tag ${index + 1}`} maxLength={256} />
  </div>
))

const MoveFields = component$<RowProps>(({ index, path }) => {
  const move = draftValue<object | undefined>(useEditing(), path)
  return (
    <div class="grid gap-3 sm:grid-cols-2">
      {move !== undefined && "date" in move ? (
        <TextAt path={[...path, "date"]} label={`Day of move ${index + 1}`} placeholder="2030-01-31" />
      ) : (
        <TextAt path={[...path, "days"]} label={`Days before move ${index + 1}`} number />
      )}
      <TextAt
        path={[...path, "storage_class"]}
        label={`Storage class of move ${index + 1}`}
        maxLength={128}
        hint="As the gateway calls it: it takes any name."
      />
    </div>
  )
})

const OptionalAt = component$<{
  readonly path: Path
  readonly label: string
  readonly first: Readonly<Record<string, number | null>>
}>(({ first, label, path }) => {
  const editing = useEditing()
  return (
    <label class="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        class="check"
        checked={(draftValue(editing, path) ?? null) !== null}
        disabled={editing.busy}
        onChange$={(_, element) => setDraftValue(editing, path, element.checked ? { ...first } : null)}
      />
      <span class="font-medium">{label}</span>
    </label>
  )
})

export const RuleFields = component$<{ readonly path: Path }>(({ path }) => {
  const editing = useEditing()
  const rule = draftValue<Rule | undefined>(editing, path)
  if (rule === undefined || typeof rule !== "object") return null
  const kind = kindOf(rule.expiration)
  const id = `lifecycle-${path.join("-")}-kind`
  return (
    <>
      <div class="grid gap-3 sm:grid-cols-2">
        <TextAt
          path={[...path, "id"]}
          label="Name of the rule"
          maxLength={255}
          empty={null}
          hint="Without one, the gateway makes one."
        />
        <div class="self-center">
          <CheckAt path={[...path, "enabled"]} label="The rule is on" />
        </div>
      </div>
      <fieldset class="grid min-w-0 gap-3">
        <legend class="mb-1 text-xs font-medium text-ink-2">Which objects</legend>
        <TextAt
          path={[...path, "filter", "prefix"]}
          label="Keys that begin with"
          mono
          maxLength={1024}
          hint="Empty means every object of the bucket."
        />
        <div class="grid gap-3 sm:grid-cols-2">
          <SizeAt path={[...path, "filter", "size_greater_than"]} label="Larger than" />
          <SizeAt path={[...path, "filter", "size_less_than"]} label="Smaller than" />
        </div>
        <RowsAt
          path={[...path, "filter", "tags"]}
          noun="tag"
          blank={{ key: "", value: "" }}
          row={TagFields}
          most={10}
        />
      </fieldset>
      <fieldset class="grid min-w-0 gap-3">
        <legend class="mb-1 text-xs font-medium text-ink-2">What happens to them</legend>
        <div class="grid gap-3 sm:grid-cols-2">
          <div class="min-w-0">
            <label for={id} class="mb-1 block font-medium">
              Delete objects
            </label>
            <select
              id={id}
              class="input"
              disabled={editing.busy}
              onChange$={(_, element) => {
                const choice = KINDS.find(([name]) => name === element.value)
                if (choice) setDraftValue(editing, [...path, "expiration"], choice[2])
              }}
            >
              {KINDS.map(([name, label]) => (
                <option key={name} value={name} selected={kind === name}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          {kind === "days" && (
            <TextAt path={[...path, "expiration", "days"]} label="Days after they were written" number />
          )}
          {kind === "date" && (
            <TextAt
              path={[...path, "expiration", "date"]}
              label="From this day on"
              placeholder="2030-01-31"
              hint="Its midnight UTC."
            />
          )}
        </div>
        <OptionalAt
          path={[...path, "noncurrent_expiration"]}
          label="Delete old versions"
          first={{ days: 30, newer_versions: null }}
        />
        {rule.noncurrent_expiration !== null && (
          <div class="grid gap-3 ps-6 sm:grid-cols-2">
            <TextAt path={[...path, "noncurrent_expiration", "days"]} label="Days after they were replaced" number />
            <TextAt
              path={[...path, "noncurrent_expiration", "newer_versions"]}
              label="Always keep the newest"
              number
              empty={null}
              hint="Empty keeps none."
            />
          </div>
        )}
        <OptionalAt path={[...path, "abort_multipart"]} label="Remove unfinished uploads" first={{ days: 7 }} />
        {rule.abort_multipart !== null && (
          <div class="ps-6 sm:w-1/2">
            <TextAt path={[...path, "abort_multipart", "days"]} label="Days after they began" number />
          </div>
        )}
        <details class="group" open={rule.transitions.length + rule.noncurrent_transitions.length > 0}>
          <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-ink-2">
            <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> Move to another
            storage class
          </summary>
          <div class="mt-3 grid gap-3">
            <p class="text-xs text-ink-3">Objects, days after they were written:</p>
            <RowsAt
              path={[...path, "transitions"]}
              noun="move"
              blank={{ days: 30, storage_class: "" }}
              row={MoveFields}
            />
            <p class="text-xs text-ink-3">Old versions, days after they were replaced:</p>
            <RowsAt
              path={[...path, "noncurrent_transitions"]}
              noun="move of old versions"
              blank={{ days: 30, newer_versions: null, storage_class: "" }}
              row={MoveFields}
            />
          </div>
        </details>
      </fieldset>
    </>
  )
})
