import { Schema } from "effect"
import { InputIssue } from "../../platform/errors/Errors.ts"
import { Shaped, Text } from "../../platform/Text.ts"
import { ApplyDocument } from "./ApplyDocument.ts"
import { SecretReference, SentSecret } from "./SecretReference.ts"
import { sections } from "./sections.ts"

export const ApplySection = Schema.Literals([...sections, "settings"]).annotate({ identifier: "ApplySection" })
export type ApplySection = typeof ApplySection.Type

export const FieldChange = Schema.Struct({
  path: Schema.String,
  before: Schema.Json,
  after: Schema.Json,
  secret: Schema.Boolean
}).annotate({ identifier: "FieldChange" })
export type FieldChange = typeof FieldChange.Type

export const ApplyAction = Schema.Literals(["create", "import", "update", "unchanged", "blocked"]).annotate({
  identifier: "ApplyAction"
})
export type ApplyAction = typeof ApplyAction.Type

export const ApplyOutcome = Schema.Literals(["planned", "done", "failed", "skipped", "unchanged"]).annotate({
  identifier: "ApplyOutcome"
})
export type ApplyOutcome = typeof ApplyOutcome.Type

export const AppliedChange = Schema.Struct({
  section: ApplySection,
  path: Schema.Array(Schema.String),
  name: Schema.String,
  part: Schema.Literals(["self", "on_gateway", "links"]),
  action: ApplyAction,
  fields: Schema.Array(FieldChange),
  outcome: ApplyOutcome,
  problem: Schema.NullOr(
    Schema.Struct({ code: Schema.String, detail: Schema.String, errors: Schema.Array(InputIssue) })
  )
}).annotate({ identifier: "AppliedChange" })
export type AppliedChange = typeof AppliedChange.Type

const Counts = Schema.Struct({
  create: Schema.Int,
  import: Schema.Int,
  update: Schema.Int,
  unchanged: Schema.Int,
  blocked: Schema.Int,
  done: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int
}).annotate({ identifier: "ApplyCounts" })

export const ApplyReport = Schema.Struct({
  dry_run: Schema.Boolean,
  /** An apply with this hash fails if the plan differs (`stale_plan`). */
  plan_hash: Schema.String,
  counts: Counts,
  changes: Schema.Array(AppliedChange),
  missing_secrets: Schema.Array(SecretReference)
}).annotate({ identifier: "ApplyReport" })
export type ApplyReport = typeof ApplyReport.Type

export const onErrorChoices = ["stop", "continue"] as const
export type OnError = (typeof onErrorChoices)[number]

/** Characters: YAML is parsed on the main thread. */
export const MAX_SOURCE_CHARACTERS = 262_144

export const ApplyRequest = Schema.Struct({
  document: Schema.optionalKey(ApplyDocument),
  source: Schema.optionalKey(Text(MAX_SOURCE_CHARACTERS)),
  secrets: Schema.optionalKey(Schema.Array(SentSecret).check(Schema.isMaxLength(2_000))),
  dry_run: Schema.optionalKey(Schema.Boolean),
  on_error: Schema.optionalKey(Schema.Literals(onErrorChoices)),
  plan_hash: Schema.optionalKey(Shaped(/^[0-9a-f]{64}$/u, 80))
})
  .check(
    Schema.makeFilter(
      ({ document, source }) =>
        (document === undefined) !== (source === undefined) || {
          path: ["document"],
          issue: "Give document or source, one of the two"
        }
    )
  )
  .annotate({ identifier: "ApplyRequest" })
export type ApplyRequest = typeof ApplyRequest.Type

export const ApplyExport = Schema.Struct({ document: ApplyDocument, source: Schema.String }).annotate({
  identifier: "ApplyExport"
})
export type ApplyExport = typeof ApplyExport.Type
