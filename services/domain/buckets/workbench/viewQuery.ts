import { Result, Schema } from "effect"
import { parseFilter } from "../../platform/query/parseFilter.ts"
import { SearchText, Shaped, Text } from "../../platform/Text.ts"
import { featureNames, featureStates } from "../features/FeatureName.ts"
import { paramParts, type WorkbenchId, workbenchQueries, workbenchSortKeys } from "./workbenchQuery.ts"

export const OmittedPart = Schema.Struct({
  part: Schema.Literals(["search", "filter", "sort", "column", "rule"]),
  name: Schema.String
}).annotate({ identifier: "BucketViewLeftOutPart" })
export type OmittedPart = typeof OmittedPart.Type

const common = ["name", "tenant", "owner", "used_bytes", "object_count", "objects_per_shard", "unfinished_uploads"]
const features = [...featureNames.map((name) => `features.${name}`), ...paramParts.map((part) => `params.${part}`)]

export const viewColumns: Readonly<Record<WorkbenchId, ReadonlySet<string>>> = {
  "cluster-admin": new Set([...common, "created_at", "tags", ...features]),
  "storage-ops": new Set([...common, "context_name", "endpoint_name", "created_at", "tags", ...features])
}

const range = Shaped(/^\d{0,16}\.\.\d{0,16}$/u, 40, "Expected bounds such as 1..9, 1.. or ..9")
const state = Schema.Literals(featureStates)
const filterText = Text(200)

const columnKey = (text: string): string => (text.startsWith("-") ? text.slice(1) : text)
const columnList = (id: WorkbenchId) =>
  Text(4_000).check(
    Schema.makeFilter((text: string) => {
      const unknown = text.split(",").find((part) => !viewColumns[id].has(columnKey(part)))
      return unknown === undefined || `There is no column ${unknown.slice(0, 100)}`
    })
  )

const sortKey = (id: WorkbenchId) =>
  Text(100).check(
    Schema.makeFilter(
      (text: string) =>
        (workbenchSortKeys[id] as ReadonlyArray<string>).includes(columnKey(text)) ||
        `Expected a sort key, with - for descending: ${workbenchSortKeys[id].join(", ")}`
    )
  )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const jsonOf = (text: string): unknown => Result.getOrNull(Result.try((): unknown => JSON.parse(text)))

const rulesText = (id: WorkbenchId) =>
  Text(8_000).check(
    Schema.makeFilter((text: string) => {
      const filter = jsonOf(text)
      if (!isRecord(filter)) return 'Expected JSON, e.g. {"match":"all","rules":[]}'
      const [issue] = Result.match(parseFilter(workbenchQueries[id], filter, []), {
        onFailure: (issues) => issues,
        onSuccess: () => []
      })
      return issue === undefined || `${issue.path.join(".")}: ${issue.message}`
    })
  )

const stateFields = Object.fromEntries(featureNames.map((name) => [name, Schema.optionalKey(state)])) as {
  readonly [F in (typeof featureNames)[number]]: Schema.optionalKey<typeof state>
}

const fieldsOf = (id: WorkbenchId) => ({
  q: Schema.optionalKey(SearchText),
  sort: Schema.optionalKey(sortKey(id)),
  columns: Schema.optionalKey(columnList(id)),
  name: Schema.optionalKey(Text(4_000)),
  owner: Schema.optionalKey(filterText),
  tenant: Schema.optionalKey(filterText),
  size: Schema.optionalKey(range),
  objects: Schema.optionalKey(range),
  quota_percent: Schema.optionalKey(range),
  per_shard: Schema.optionalKey(range),
  unfinished: Schema.optionalKey(range),
  tag: Schema.optionalKey(filterText),
  ...stateFields,
  rules: Schema.optionalKey(rulesText(id))
})

const clusterFields = fieldsOf("cluster-admin")
const opsFields = {
  ...fieldsOf("storage-ops"),
  context: Schema.optionalKey(filterText),
  endpoint: Schema.optionalKey(filterText)
}
const viewFields = { "cluster-admin": clusterFields, "storage-ops": opsFields } as const

const MAX_QUERY_LENGTH = 10_000

export const viewQuery = <Id extends WorkbenchId>(id: Id) =>
  Schema.Struct(viewFields[id]).check(
    Schema.makeFilter(
      (query) =>
        Object.values(query).join("").length <= MAX_QUERY_LENGTH ||
        `Expected at most ${MAX_QUERY_LENGTH} characters in all parameters together`
    )
  )

export const viewParameters = (id: WorkbenchId): ReadonlyArray<string> => Object.keys(viewFields[id])

const isQueryOf = {
  "cluster-admin": Schema.is(Schema.toType(Schema.Struct(clusterFields))),
  "storage-ops": Schema.is(Schema.toType(Schema.Struct(opsFields)))
} as const satisfies Record<WorkbenchId, (query: unknown) => boolean>

const isKnownPart = (id: WorkbenchId, name: string, text: string): boolean =>
  Object.hasOwn(viewFields[id], name) && isQueryOf[id]({ [name]: text })

interface Applicable {
  readonly text: string
  readonly omitted: ReadonlyArray<OmittedPart>
}

const knownColumns = (id: WorkbenchId, text: string): Applicable => {
  const parts = text.split(",")
  const isKnown = (part: string) => viewColumns[id].has(columnKey(part))
  return {
    text: parts.filter(isKnown).join(","),
    omitted: parts.filter((part) => !isKnown(part)).map((part) => ({ part: "column" as const, name: columnKey(part) }))
  }
}

const ruleName = (rule: unknown, index: number): string => {
  const { feature, field, param } = isRecord(rule) ? rule : {}
  const name = [field ?? feature, param].filter((part) => typeof part === "string").join(" ")
  return name === "" ? String(index + 1) : name
}

const knownRules = (id: WorkbenchId, text: string): Applicable => {
  const filter = jsonOf(text)
  const rules = isRecord(filter) && Array.isArray(filter["rules"]) ? (filter["rules"] as ReadonlyArray<unknown>) : []
  const isKnown = (rule: unknown) => Result.isSuccess(parseFilter(workbenchQueries[id], { rules: [rule] }, []))
  const knownRules = rules.filter(isKnown)
  const rest = isRecord(filter) ? JSON.stringify({ ...filter, rules: knownRules }) : ""
  if (knownRules.length === 0 || !isKnownPart(id, "rules", rest))
    return { text: "", omitted: [{ part: "filter", name: "rules" }] }
  return {
    text: rest,
    omitted: rules.flatMap((rule, index) => (isKnown(rule) ? [] : [{ part: "rule", name: ruleName(rule, index) }]))
  }
}

const partOf = (name: string): OmittedPart =>
  name === "sort" ? { part: "sort", name } : name === "q" ? { part: "search", name } : { part: "filter", name }

export const applicableQuery = (
  id: WorkbenchId,
  stored: Readonly<Record<string, string>>
): { readonly query: Readonly<Record<string, string>>; readonly left_out: ReadonlyArray<OmittedPart> } => {
  const parts = Object.entries(stored).map(([name, text]): readonly [string, Applicable] => {
    if (isKnownPart(id, name, text)) return [name, { text, omitted: [] }]
    if (name === "columns") return [name, knownColumns(id, text)]
    if (name === "rules") return [name, knownRules(id, text)]
    return [name, { text: "", omitted: [name === "sort" ? { part: "sort", name: columnKey(text) } : partOf(name)] }]
  })
  return {
    query: Object.fromEntries(parts.flatMap(([name, { text }]) => (text === "" ? [] : [[name, text]]))),
    left_out: parts.flatMap(([, { omitted: leftOut }]) => leftOut)
  }
}
