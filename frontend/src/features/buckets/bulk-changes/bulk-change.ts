import { call } from "~/client/call"
import type { Body } from "~/client/contract"
import type { ProblemError } from "~/client/problem-error"
import type { RunPlace } from "~/components/operations/operation"
import { type Fault, faultsOf } from "~/features/buckets/bucket-features/draft"
import type { FeatureName, Value } from "~/features/buckets/bucket-features/feature"

export type BulkRequest = Body<"POST /api/storage-ops/bucket-changes/plan">
export type BulkChange = BulkRequest["change"]
export type ChangeKind = BulkChange["kind"]
type Query = Extract<BulkRequest["selection"], { readonly query: unknown }>["query"]

export interface BulkTarget {
  readonly place: RunPlace
  readonly ids: ReadonlyArray<string>
  readonly query: Query
  readonly total: number
  readonly source: string
  readonly template?: {
    readonly name: string
    readonly settings: Extract<BulkChange, { readonly kind: "settings" }>["settings"]
  }
}

export const CHANGE_KINDS: ReadonlyArray<{
  readonly kind: ChangeKind
  readonly label: string
  readonly hint: string
  readonly merge?: { readonly list: string; readonly removed: string }
  readonly clears?: string
}> = [
  {
    kind: "tags",
    label: "Tags",
    hint: "Tags with these keys are added or replaced. All others stay.",
    merge: { list: "tags", removed: "Keys of tags to remove" }
  },
  {
    kind: "lifecycle",
    label: "Lifecycle rules",
    hint: "Rules with these ids are added or replaced. All others stay.",
    merge: { list: "rules", removed: "Ids of rules to remove" }
  },
  {
    kind: "cors",
    label: "CORS rules",
    hint: "Rules with these ids are added or replaced. All others stay.",
    merge: { list: "rules", removed: "Ids of rules to remove" }
  },
  {
    kind: "policy",
    label: "Policy statements",
    hint: "Statements with these Sids are added or replaced. All others stay. BUCKET in an ARN becomes the name.",
    merge: { list: "text", removed: "Sids of statements to remove" }
  },
  { kind: "quota", label: "Quota", hint: "Replaces the quota of each bucket.", clears: "Remove the quota" },
  { kind: "versioning", label: "Versioning", hint: "Sets versioning of each bucket." },
  {
    kind: "public_access_block",
    label: "Public access block",
    hint: "Replaces the public access block of each bucket.",
    clears: "Remove the public access block"
  },
  {
    kind: "copy_guard",
    label: "Copy guard",
    hint:
      "Adds a statement to the policy that lets only the owner read objects. Without it, account roots of this " +
      "gateway may copy objects that they may not read. It also ends reads that were shared with others.",
    clears: "Remove the guard instead"
  },
  { kind: "copy_features", label: "Copy from a bucket", hint: "Replaces these features by those of another bucket." }
]

export const hasEditor = (kind: ChangeKind): boolean =>
  kind !== "copy_features" && kind !== "copy_guard" && kind !== "settings"

export const kindOf = (kind: ChangeKind) => CHANGE_KINDS.find((one) => one.kind === kind) ?? CHANGE_KINDS[0]!

const words = (text: string): ReadonlyArray<string> =>
  [...new Set(text.split(/[\n,]+/).map((one) => one.trim()))].filter(Boolean)

const statementsOf = (draft: Value | null): ReadonlyArray<unknown> => {
  const text = String((draft as { readonly text?: unknown } | null)?.text ?? "").trim()
  if (text === "") return []
  const { Statement = [] } = JSON.parse(text) as { readonly Statement?: unknown }
  return Array.isArray(Statement) ? Statement : [Statement]
}

interface Entered {
  readonly draft: Value | null
  readonly removed: string
  readonly clear: boolean
  readonly source: string
  readonly features: ReadonlyArray<FeatureName>
}

export const changeOf = (kind: ChangeKind, { clear, draft, features, removed, source }: Entered): BulkChange => {
  const { merge } = kindOf(kind)
  if (kind === "copy_features") return { kind, source, features }
  if (kind === "copy_guard") return { kind, value: !clear }
  if (merge === undefined) return { kind, value: clear ? null : draft } as unknown as BulkChange
  const parts = kind === "policy" ? statementsOf(draft) : ((draft ?? {}) as Record<string, unknown>)[merge.list]
  return { kind, set: parts ?? [], remove: words(removed) } as unknown as BulkChange
}

export const changeFaults = (kind: ChangeKind, { errors }: ProblemError): ReadonlyArray<Fault> => {
  const list = kindOf(kind).merge?.list
  return faultsOf(errors)
    .filter(({ path }) => path[0] === "change" && (path[1] === "set" || path[1] === "value"))
    .map(({ message, path }) => ({ message, path: list === undefined ? path.slice(2) : [list, ...path.slice(2)] }))
}

// Both workbenches have the same routes: the types are those of Storage Ops.
const root = ({ workspace }: RunPlace) =>
  (workspace === "cluster-admin"
    ? "/api/cluster-admin/endpoints/:endpoint_id"
    : "/api/storage-ops") as "/api/storage-ops"
const paramsOf = ({ endpointId }: RunPlace) =>
  (endpointId === undefined ? {} : { params: { endpoint_id: endpointId } }) as object

export const planChange = (place: RunPlace, body: BulkRequest) =>
  call(`POST ${root(place)}/bucket-changes/plan`, { ...paramsOf(place), body })

export const startChange = (place: RunPlace, request: BulkRequest, plan_hash: string) =>
  call(`POST ${root(place)}/bucket-changes`, { ...paramsOf(place), body: { ...request, plan_hash } })

export const idsOfName = async (place: RunPlace, name: string): Promise<ReadonlyArray<string>> => {
  const { items } = await call(`POST ${root(place)}/buckets/query`, {
    ...paramsOf(place),
    body: { page_size: 20, advanced_filter: { rules: [{ field: "name", op: "eq", value: name }] } }
  })
  return items.filter((row) => row.name === name).map(({ id }) => id)
}
