import type { Schema } from "effect"
import type { AppliedChange, ApplyReport, FieldChange } from "#domain/fleet/apply/ApplyPlan.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import type { SecretReference } from "#domain/fleet/apply/SecretReference.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"

const abbreviated = (value: Schema.Json): Schema.Json =>
  typeof value === "string" && value.length > 300
    ? `${value.slice(0, 60).toWellFormed()}… (${value.length} characters)`
    : value

const displayValue = ({ after, before, ...field }: FieldChange): FieldChange => ({
  ...field,
  before: abbreviated(before),
  after: abbreviated(after)
})

export const reportedChange = (
  { action, blocked, fields, name, part, path, section }: PlannedChange,
  outcome: AppliedChange["outcome"]
): AppliedChange => ({
  section,
  path,
  name,
  part,
  action,
  fields: fields.map(displayValue),
  outcome,
  problem: blocked === null ? null : { code: "state_conflict", detail: blocked, errors: [] }
})

const documentNames: Readonly<Record<string, string>> = {
  storage_endpoint_id: "storage_endpoint",
  user_id: "user",
  group_id: "group",
  user_details: "members"
}

export const changeProblem = (failure: DomainError, path: ReadonlyArray<string>): AppliedChange["problem"] => ({
  code: failure.code,
  detail:
    failure._tag === "InvalidInput"
      ? failure.issues.map(({ message }) => message).join("; ")
      : "detail" in failure
        ? failure.detail
        : failure.message,
  errors:
    failure._tag === "InvalidInput"
      ? failure.issues.map((issue) => ({
          path: [...path, ...issue.path.slice(1).map((part) => documentNames[part] ?? part)],
          message: issue.message
        }))
      : []
})

export const applyReport = (
  dry_run: boolean,
  plan_hash: string,
  { missing }: { readonly missing: ReadonlyArray<SecretReference> },
  changes: ReadonlyArray<AppliedChange>
): ApplyReport => {
  const actions = (action: AppliedChange["action"]) => changes.filter((change) => change.action === action).length
  const outcomes = (outcome: AppliedChange["outcome"]) => changes.filter((change) => change.outcome === outcome).length
  return {
    dry_run,
    plan_hash,
    missing_secrets: missing,
    counts: {
      create: actions("create"),
      import: actions("import"),
      update: actions("update"),
      unchanged: actions("unchanged"),
      blocked: actions("blocked"),
      done: outcomes("done"),
      failed: outcomes("failed"),
      skipped: outcomes("skipped")
    },
    changes: [
      ...changes.filter(({ action }) => action !== "unchanged"),
      ...changes.filter(({ action }) => action === "unchanged")
    ]
  }
}
