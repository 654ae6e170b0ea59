import type { Frame } from "~/client/contract"
import { bytes, counted, dateTime, int } from "~/lib/format"
import { visible } from "~/lib/visible"

type Previewed =
  | "GET /api/browser/buckets/:bucket_name/point-in-time"
  | "GET /api/browser/buckets/:bucket_name/old-versions"
  | "POST /api/browser/buckets/:bucket_name/copies/plan"
  | "POST /api/browser/buckets/:bucket_name/deletions/plan"
type Told<O extends Previewed> = Extract<Frame<O>, { readonly event: "result" }>["data"]

export type RestorePreview = Told<"GET /api/browser/buckets/:bucket_name/point-in-time">
export type CleanPreview = Told<"GET /api/browser/buckets/:bucket_name/old-versions">
export type CopyPlan = Told<"POST /api/browser/buckets/:bucket_name/copies/plan">
export type DeletionPlan = Told<"POST /api/browser/buckets/:bucket_name/deletions/plan">

export interface PlanRow {
  readonly id: string
  readonly key: string
  readonly note: string
  readonly cells: readonly [string, string]
}

export interface PlanSummary {
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>
  readonly notes: ReadonlyArray<string>
  readonly columns: readonly [string, string]
  readonly rows: ReadonlyArray<PlanRow>
  readonly more: string
}

const RESTORED = {
  restore: "Earlier version on top",
  undelete: "Deleted object on top again",
  hide: "Hidden: it was not there"
} as const
const COPIED = {
  write: "Written",
  replace: "Replaced",
  beside: "Beside what is there",
  skip: "Left as it is",
  missing: "Not there any more",
  impossible: "No gateway takes such a name"
} as const
const DELETED = {
  hide: "Under a delete marker",
  delete: "Gone for good",
  locked: "Stays: locked",
  missing: "Not there any more"
} as const

const below = (key: string, folder: string): string => visible(key.slice(folder.length)) || visible(key)
const sized = (count: number, size: number): string => (count > 0 ? `${int(count)}, ${bytes(size)}` : int(count))
const where = (count: number, label: string): ReadonlyArray<readonly [string, string]> =>
  count > 0 ? [[label, int(count)]] : []

export const restorePlanSummary = (plan: RestorePreview): PlanSummary => {
  const all = plan.restore + plan.undelete + plan.hide
  return {
    facts: [
      ["Earlier version on top", sized(plan.restore, plan.bytes)],
      ["Deleted object on top again", int(plan.undelete)],
      ["Hidden under a delete marker", int(plan.hide)],
      ["As it was", int(plan.keep)]
    ],
    notes: [],
    columns: ["What happens", "From"],
    rows: plan.sample.map(({ act, key, written_at }) => ({
      id: key,
      key: below(key, plan.prefix),
      note: "",
      cells: [RESTORED[act], written_at === null ? "—" : dateTime(written_at)]
    })),
    more: all > plan.sample.length ? `The first of each sort, of ${int(all)}.` : ""
  }
}

export const cleanPlanSummary = (plan: CleanPreview): PlanSummary => {
  const all = plan.versions + plan.markers
  return {
    facts: [
      ["Old versions", sized(plan.versions, plan.bytes)],
      ["Delete markers", int(plan.markers)],
      ["Keys they are of", `${int(plan.touched)} of ${int(plan.keys)}`]
    ],
    notes:
      plan.object_lock === true ? ["This bucket locks versions. What is locked stays, and the report names it."] : [],
    columns: ["Written", "Size"],
    rows: plan.sample.map(({ is_delete_marker, key, locked, size_bytes, version_id, written_at }) => ({
      id: `${key} ${version_id}`,
      key: below(key, plan.prefix),
      note: locked ?? "",
      cells: [dateTime(written_at), is_delete_marker ? "Delete marker" : bytes(size_bytes)]
    })),
    more: all > plan.sample.length ? `The first of ${int(all)}.` : ""
  }
}

export const copyPlanSummary = (plan: CopyPlan, folder: string): PlanSummary => ({
  facts: [
    ["Objects", sized(plan.objects, plan.bytes)],
    ["Written", sized(plan.writes, plan.write_bytes)],
    [
      "Names that are taken",
      plan.existing > 0 && plan.same > 0
        ? `${int(plan.existing)}, ${int(plan.same)} of them with the same bytes`
        : int(plan.existing)
    ],
    ...where(plan.replace, "Replaced"),
    ...where(plan.beside, "Beside what is there"),
    ...where(plan.skip, "Left as they are"),
    ...where(plan.missing, "Not there any more"),
    ...where(plan.impossible, "Names that no gateway takes")
  ],
  notes: [
    ...(plan.replace === 0
      ? []
      : [
          plan.versioning === "enabled"
            ? "What is replaced stays as an earlier version."
            : plan.versioning === null
              ? "What is replaced is gone, unless the bucket keeps versions."
              : "What is replaced is gone: the bucket keeps no versions."
        ]),
    ...(plan.same_gateway ? [] : ["The bytes come through this service."]),
    ...(plan.customer_keys > 0
      ? [`${counted(plan.customer_keys, "object")} encrypted with a key of the owner (SSE-C) cannot be copied.`]
      : []),
    ...(plan.writes > plan.properties_checked + plan.customer_keys && plan.losses.length > 0
      ? [`Properties of the first ${counted(plan.properties_checked, "object")} were checked.`]
      : [])
  ],
  columns: ["What happens", "Size"],
  rows: plan.sample.map(({ act, key, size_bytes, to, version_id }) => ({
    id: `${act} ${key} ${version_id}`,
    key: below(key, folder),
    note: "",
    cells: [
      act === "beside" && to !== null ? `As ${below(to, to.slice(0, to.lastIndexOf("/") + 1))}` : COPIED[act],
      bytes(size_bytes)
    ]
  })),
  more:
    plan.objects + plan.missing > plan.sample.length
      ? `The first of each sort, of ${int(plan.objects + plan.missing)}.`
      : ""
})

export const deletionPlanSummary = (plan: DeletionPlan, forGood: boolean): PlanSummary => {
  const all = plan.objects + plan.versions + plan.markers + plan.missing
  return {
    facts: [
      ["Objects", plan.versions + plan.markers > 0 ? int(plan.objects) : sized(plan.objects, plan.bytes)],
      ...(plan.versions + plan.markers > 0
        ? ([
            ["Earlier versions", int(plan.versions)],
            ["Delete markers", int(plan.markers)],
            ["In all", bytes(plan.bytes)]
          ] as const)
        : []),
      ...where(plan.locked, "Kept by a lock"),
      ...where(plan.missing, "Not there any more")
    ],
    notes: [
      ...(forGood
        ? []
        : [
            plan.versioning === "enabled"
              ? "This bucket keeps versions: what goes can be brought back."
              : plan.versioning === null
                ? "It cannot be seen whether this bucket keeps versions."
                : "This bucket keeps no versions: what goes is gone for good."
          ]),
      ...(plan.object_lock === true && plan.versions + plan.objects > plan.locks_looked_at && forGood
        ? [`Locks of the first ${counted(plan.locks_looked_at, "version")} were looked at.`]
        : [])
    ],
    columns: ["What happens", "Size"],
    rows: plan.sample.map(({ act, is_delete_marker, key, reason, size_bytes, version_id }) => ({
      id: `${act} ${key} ${version_id}`,
      key: visible(key),
      note: reason ?? "",
      cells: [DELETED[act], is_delete_marker ? "Delete marker" : bytes(size_bytes)]
    })),
    more: all > plan.sample.length ? `The first of each sort, of ${int(all)}.` : ""
  }
}
