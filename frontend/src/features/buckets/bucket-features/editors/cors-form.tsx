import { component$ } from "@builder.io/qwik"
import { ManyAt, RowsAt, TextAt, WordsAt } from "../controls"
import type { Path } from "../draft"
import { draftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

interface CorsRule {
  readonly id: string | null
  readonly allowed_origins: ReadonlyArray<string>
  readonly allowed_methods: ReadonlyArray<string>
  readonly allowed_headers: ReadonlyArray<string>
  readonly expose_headers: ReadonlyArray<string>
  readonly max_age_seconds: number | null
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "HEAD"].map((value) => ({ value, label: value }))

const RuleFields = component$<{ readonly index: number; readonly path: Path }>(({ path }) => (
  <>
    <WordsAt
      path={[...path, "allowed_origins"]}
      label="Websites"
      noun="origin"
      longest={2000}
      hint="As https://app.example.com; one * stands for anything."
    />
    <ManyAt path={[...path, "allowed_methods"]} label="May send" choices={METHODS} />
    <WordsAt
      path={[...path, "allowed_headers"]}
      label="With these headers"
      noun="allowed header"
      longest={200}
      hint="* stands for any."
    />
    <WordsAt
      path={[...path, "expose_headers"]}
      label="May read these headers of the answer"
      noun="exposed header"
      longest={200}
      hint="Uploads in parts need ETag."
    />
    <div class="grid gap-3 sm:grid-cols-2">
      <TextAt path={[...path, "max_age_seconds"]} label="Browsers remember this for (seconds)" number empty={null} />
      <TextAt path={[...path, "id"]} label="Name of the rule" maxLength={255} empty={null} />
    </div>
  </>
))

const RuleLine = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const rule = draftValue<CorsRule | undefined>(useEditing(), path)
  if (rule === undefined) return null
  return (
    <>
      {rule.allowed_origins.join(", ") || "No website yet"} <span class="text-ink-3">may send</span>{" "}
      {rule.allowed_methods.join(", ") || "nothing"}
    </>
  )
})

const blank = {
  id: null,
  allowed_origins: [],
  allowed_methods: ["GET"],
  allowed_headers: [],
  expose_headers: [],
  max_age_seconds: null
} satisfies CorsRule

const CorsForm = component$(() => (
  <RowsAt path={["rules"]} noun="rule" blank={blank} row={RuleFields} line={RuleLine} ordered most={100} />
))

export const cors: FeatureEditor = {
  feature: "cors",
  Form: CorsForm,
  blank: { rules: [{ ...blank }] },
  templates: [
    {
      name: "Any website reads",
      text: "GET and HEAD from every origin",
      value: {
        rules: [
          {
            ...blank,
            id: "any-site-reads",
            allowed_origins: ["*"],
            allowed_methods: ["GET", "HEAD"],
            max_age_seconds: 3600
          }
        ]
      }
    },
    {
      name: "One website uploads",
      text: "Everything from one origin, in parts too",
      value: {
        rules: [
          {
            ...blank,
            id: "one-site-uploads",
            allowed_origins: ["https://app.example.com"],
            allowed_methods: ["GET", "PUT", "POST", "DELETE", "HEAD"],
            allowed_headers: ["*"],
            expose_headers: ["ETag"],
            max_age_seconds: 3600
          }
        ]
      }
    }
  ],
  removal: "No website may call the bucket from a browser any more."
}
