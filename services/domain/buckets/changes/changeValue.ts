import type { Schema } from "effect"
import { canonicalJson } from "../../platform/audit/canonicalJson.ts"
import type { Cors } from "../features/cors.ts"
import type { Policy } from "../features/policy.ts"
import type { Tags } from "../features/tags.ts"
import type { Lifecycle } from "../lifecycle/Lifecycle.ts"
import { COPY_GUARD_SID, copyGuard } from "../policies/copyGuard.ts"
import { emptyPolicy, joinStatements, statementTexts, type StatementText } from "../policies/statementTexts.ts"
import { valueFor } from "../valueFor.ts"
import type { ValueChange } from "./BucketChange.ts"
import { type Merge, mergeByKey, type Merged } from "./mergeByKey.ts"

export interface ChangedValue {
  readonly value: Schema.Json
  readonly detail: string
  readonly rewritten: ReadonlyArray<string>
}

export interface ChangeObstacle {
  readonly obstacle: string
}

export const BUCKET_PLACEHOLDER = "BUCKET"

const inWords = ({ added, removed, replaced }: Merged<unknown>): string =>
  [
    ...(added.length === 0 ? [] : [`adds ${added.join(", ")}`]),
    ...(replaced.length === 0 ? [] : [`sets ${replaced.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removes ${removed.join(", ")}`])
  ].join("; ")

const merged = <Part>(
  current: ReadonlyArray<Part>,
  merge: Merge<Part>,
  keyOf: (part: Part) => string | null,
  valueOf: (parts: ReadonlyArray<Part>) => Schema.Json,
  rewritten: ReadonlyArray<string> = []
): ChangedValue | ChangeObstacle => {
  const result = mergeByKey(current, merge, keyOf)
  if (result.ambiguous.length > 0)
    return { obstacle: `It has more than one part named ${result.ambiguous.join(", ")}: which is meant is not clear` }
  return { value: result.parts.length === 0 ? null : valueOf(result.parts), detail: inWords(result), rewritten }
}

const sameJson = (one: string, other: string): boolean => one === other || canonicalJson(one) === canonicalJson(other)

type PolicyChange = Extract<ValueChange, { readonly kind: "policy" }>

const changedPolicy = ({ remove, set }: PolicyChange, current: Policy | null, bucket: string) => {
  const parts = current === null ? emptyPolicy : statementTexts(current.text)
  if (parts === null) return { obstacle: "Its policy cannot be split into statements: edit it on its own" }
  const adapted = valueFor(
    set.map((one) => ({ ...one })),
    BUCKET_PLACEHOLDER,
    bucket
  )
  const statements = (adapted.value as ReadonlyArray<PolicyChange["set"][number]>).map((statement): StatementText => {
    const sid = String(statement["Sid"])
    const text = JSON.stringify(statement, null, 2).replaceAll("\n", "\n    ")
    const stored = parts.statements.find((one) => one.sid === sid)?.text
    return { sid, text: stored !== undefined && sameJson(stored, text) ? stored : text }
  })
  const unchanged = (after: ReadonlyArray<StatementText>) =>
    after.length === parts.statements.length && after.every((one, at) => one.text === parts.statements[at]?.text)
  return merged(
    parts.statements,
    { set: statements, remove },
    ({ sid }) => sid,
    (after) => ({
      text: current !== null && unchanged(after) ? current.text : joinStatements({ ...parts, statements: after })
    }),
    adapted.rewritten
  )
}

const guardChange = (isWanted: boolean, owner: string, bucket: string): PolicyChange => ({
  kind: "policy",
  set: isWanted ? [copyGuard(owner, bucket)] : [],
  remove: isWanted ? [] : [COPY_GUARD_SID]
})

export const changeValue = (
  change: ValueChange,
  current: unknown,
  bucket: string,
  owner: string | null = null
): ChangedValue | ChangeObstacle => {
  switch (change.kind) {
    case "quota":
    case "versioning":
    case "public_access_block":
      return { value: change.value, detail: "", rewritten: [] }
    case "tags":
      return merged(
        (current as Tags | null)?.tags ?? [],
        change,
        ({ key }) => key,
        (tags) => ({ tags: [...tags] })
      )
    case "lifecycle":
      return merged(
        (current as Lifecycle | null)?.rules ?? [],
        change,
        ({ id }) => id,
        (rules) => ({ rules: [...rules] })
      )
    case "cors":
      return merged(
        (current as Cors | null)?.rules ?? [],
        change,
        ({ id }) => id,
        (rules) => ({ rules: [...rules] })
      )
    case "policy":
      return changedPolicy(change, current as Policy | null, bucket)
    case "copy_guard":
      return owner === null
        ? { obstacle: "Its owner is not known, whom the guard has to name" }
        : changedPolicy(guardChange(change.value, owner, bucket), current as Policy | null, bucket)
  }
}
