import { Schema } from "effect"
import { InputIssue } from "../../platform/errors/Errors.ts"
import { Shaped, Text } from "../../platform/Text.ts"
import { ApplyDocument, sections } from "./ApplyDocument.ts"
import { SecretReference, SentSecret } from "./SecretReference.ts"

/** What a change is about; a list of a document, or its settings. */
export const ApplySection = Schema.Literals([...sections, "settings"]).annotate({ identifier: "ApplySection" })
export type ApplySection = typeof ApplySection.Type

/** One value that becomes another. Secrets are told as whether they are set. */
export const FieldChange = Schema.Struct({
  path: Schema.String, before: Schema.Json, after: Schema.Json, secret: Schema.Boolean
}).annotate({ identifier: "FieldChange" })
export type FieldChange = typeof FieldChange.Type

/** `blocked`: it would have to change, and cannot. */
export const ApplyAction = Schema.Literals(["create", "import", "update", "unchanged", "blocked"]).annotate({ identifier: "ApplyAction" })
export type ApplyAction = typeof ApplyAction.Type

/** `planned`: nothing was done yet, and a dry run does nothing. `skipped`: something before it failed. */
export const ApplyOutcome = Schema.Literals(["planned", "done", "failed", "skipped", "unchanged"]).annotate({ identifier: "ApplyOutcome" })
export type ApplyOutcome = typeof ApplyOutcome.Type

export const AppliedChange = Schema.Struct({
  section: ApplySection,
  /** Place in the document. */
  path: Schema.Array(Schema.String),
  name: Schema.String,
  /** `on_gateway`: what its gateway keeps of it. `links`: who may act as it or is in it, which is set when everything is there. */
  part: Schema.Literals(["self", "on_gateway", "links"]),
  action: ApplyAction,
  fields: Schema.Array(FieldChange),
  outcome: ApplyOutcome,
  /** Why it failed, was skipped or cannot be done: a stable code, a sentence, and faults at their places in the document. */
  problem: Schema.NullOr(Schema.Struct({ code: Schema.String, detail: Schema.String, errors: Schema.Array(InputIssue) }))
}).annotate({ identifier: "AppliedChange" })
export type AppliedChange = typeof AppliedChange.Type

const Counts = Schema.Struct({
  create: Schema.Int, import: Schema.Int, update: Schema.Int, unchanged: Schema.Int, blocked: Schema.Int,
  done: Schema.Int, failed: Schema.Int, skipped: Schema.Int
}).annotate({ identifier: "ApplyCounts" })

export const ApplyReport = Schema.Struct({
  dry_run: Schema.Boolean,
  /** Of what is changed, from what to what: sent back with an apply, it is done as it was shown or not at all (`stale_plan`). */
  plan_hash: Schema.String,
  counts: Counts,
  /** Everything that changes, in order, then what stays as it is. */
  changes: Schema.Array(AppliedChange),
  /** References whose secret was not sent: a dry run compares the others, an apply wants all of them. */
  missing_secrets: Schema.Array(SecretReference)
}).annotate({ identifier: "ApplyReport" })
export type ApplyReport = typeof ApplyReport.Type

export const onErrorChoices = ["stop", "continue"] as const
export type OnError = typeof onErrorChoices[number]

/** Characters of a document that is sent as text: YAML is read by the thread that answers everybody. */
export const mostSourceCharacters = 262_144

export const ApplyRequest = Schema.Struct({
  document: Schema.optionalKey(ApplyDocument),
  /** The same as the text of a YAML or JSON file: faults are told with line and column. */
  source: Schema.optionalKey(Text(mostSourceCharacters)),
  secrets: Schema.optionalKey(Schema.Array(SentSecret).check(Schema.isMaxLength(2_000))),
  /** Shows what would be done, and does nothing. */
  dry_run: Schema.optionalKey(Schema.Boolean),
  /** After something failed: `stop` (as left out) leaves the rest alone, `continue` goes on with what does not need it. */
  on_error: Schema.optionalKey(Schema.Literals(onErrorChoices)),
  plan_hash: Schema.optionalKey(Shaped(/^[0-9a-f]{64}$/u, 80))
}).check(Schema.makeFilter(({ document, source }) => (document === undefined) !== (source === undefined) ||
  { path: ["document"], issue: "Give document or source, one of the two" })).annotate({ identifier: "ApplyRequest" })
export type ApplyRequest = typeof ApplyRequest.Type

/** What exists, as a document and as the text of a file. */
export const ApplyExport = Schema.Struct({ document: ApplyDocument, source: Schema.String }).annotate({ identifier: "ApplyExport" })
export type ApplyExport = typeof ApplyExport.Type
