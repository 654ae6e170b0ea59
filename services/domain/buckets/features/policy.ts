import { Schema } from "effect"
import { FilledText } from "../../platform/Text.ts"
import { decodePolicy } from "../policies/decodePolicy.ts"
import { unfilledPlaceholders } from "../policies/placeholders.ts"
import { policyWarnings } from "../policies/policyWarnings.ts"
import { type Feature, type FeaturePlace, plainFeature } from "./Feature.ts"

export const Policy = Schema.Struct({
  /** Unchanged JSON. Gateways have their own limits. */
  text: FilledText(131_072)
}).annotate({ identifier: "Policy" })
export type Policy = typeof Policy.Type

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const statementsOf = (value: Policy | null): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const document = value === null ? undefined : parsed(value.text)
  const statements =
    typeof document === "object" && document !== null && "Statement" in document ? document.Statement : []
  return (Array.isArray(statements) ? statements : [statements]).filter(
    (one): one is Readonly<Record<string, unknown>> => typeof one === "object" && one !== null
  )
}

const faultsOf = (text: string, { dialect }: FeaturePlace) => {
  const { faults, policy } = decodePolicy(text, dialect)
  return [...faults, ...(policy === null ? [] : unfilledPlaceholders(policy, "bucket"))]
}

export const policy: Feature<Policy> = {
  ...plainFeature,
  name: "policy",
  label: "Policy",
  action: "bucket.policy.update",
  schema: Policy,
  wire: {
    _tag: "SubResource",
    name: "policy",
    absent: ["NoSuchBucketPolicy"],
    removal: "delete",
    type: "application/json"
  },
  understand: (stored) => ({ value: stored === null || stored.trim() === "" ? null : { text: stored } }),
  express: (value) => (value === null ? null : value.text),
  state: (value) => (value === null ? "not_set" : "configured"),
  summary: (value) => {
    const count = statementsOf(value).length
    return value === null ? "" : `${count} ${count === 1 ? "statement" : "statements"}`
  },
  params: (value) =>
    value === null
      ? []
      : [
          {
            statement_count: statementsOf(value).length,
            sid: statementsOf(value).flatMap(({ Sid }) => (typeof Sid === "string" ? [Sid] : []))
          }
        ],
  // the gateway accepted stored faults: refuse only new ones, wherever the others move to
  faults: (value, place, before) => {
    if (value === null) return []
    const stored =
      before === null || before.text === value.text ? [] : faultsOf(before.text, place).map(({ message }) => message)
    return faultsOf(value.text, place).flatMap(({ column, line, message }) => {
      const at = stored.indexOf(message)
      if (at >= 0) stored.splice(at, 1)
      return at >= 0 ? [] : [{ path: ["text"], message: `Line ${line}, column ${column}: ${message}` }]
    })
  },
  warnings: (value, { bucket, dialect }) => {
    const read = value === null ? null : decodePolicy(value.text, dialect).policy
    return read === null
      ? []
      : policyWarnings(read, { dialect, at: { kind: "bucket", bucket } }).map(({ message }) => message)
  }
}
