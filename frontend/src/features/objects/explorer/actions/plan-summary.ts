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

/** Planned outcome of one key. */
export interface PlanRow {
  readonly id: string
  readonly key: string
  /** Obstacle. */
  readonly note: string
  /** Beneath the columns. */
  readonly cells: readonly [string, string]
}

/** Plan of work on many objects: counts in words, with the first keys of each kind. */
export interface PlanSummary {
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>
  /** Further remarks to read before confirming. */
  readonly notes: ReadonlyArray<string>
  readonly columns: readonly [string, string]
  readonly rows: ReadonlyArray<PlanRow>
  /** Said below the rows where there are more; "" where these are all. */
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

/** A key as it is called below the folder that it is in. */
const below = (key: string, folder: string): string => visible(key.slice(folder.length)) || visible(key)
const sized = (count: number, size: number): string => (count > 0 ? `${int(count)}, ${bytes(size)}` : int(count))
/** Facts that are told whatever they are, and those that are told where there is any. */
const where = (count: number, label: string): ReadonlyArray<readonly [string, string]> =>
  count > 0 ? [[label, int(count)]] : []

export const restorePlanSummary = (told: RestorePreview): PlanSummary => {
  const all = told.restore + told.undelete + told.hide
  return {
    facts: [
      ["Earlier version on top", sized(told.restore, told.bytes)],
      ["Deleted object on top again", int(told.undelete)],
      ["Hidden under a delete marker", int(told.hide)],
      ["As it was", int(told.keep)]
    ],
    notes: [],
    columns: ["What happens", "From"],
    rows: told.sample.map(({ act, key, written_at }) => ({
      id: key,
      key: below(key, told.prefix),
      note: "",
      cells: [RESTORED[act], written_at === null ? "—" : dateTime(written_at)]
    })),
    more: all > told.sample.length ? `The first of each sort, of ${int(all)}.` : ""
  }
}

export const cleanPlanSummary = (told: CleanPreview): PlanSummary => {
  const all = told.versions + told.markers
  return {
    facts: [
      ["Old versions", sized(told.versions, told.bytes)],
      ["Delete markers", int(told.markers)],
      ["Keys they are of", `${int(told.touched)} of ${int(told.keys)}`]
    ],
    notes:
      told.object_lock === true ? ["This bucket locks versions. What is locked stays, and the report names it."] : [],
    columns: ["Written", "Size"],
    rows: told.sample.map(({ is_delete_marker, key, locked, size_bytes, version_id, written_at }) => ({
      id: `${key} ${version_id}`,
      key: below(key, told.prefix),
      note: locked ?? "",
      cells: [dateTime(written_at), is_delete_marker ? "Delete marker" : bytes(size_bytes)]
    })),
    more: all > told.sample.length ? `The first of ${int(all)}.` : ""
  }
}

/** `folder`: where the entries were chosen. */
export const copyPlanSummary = (told: CopyPlan, folder: string): PlanSummary => ({
  facts: [
    ["Objects", sized(told.objects, told.bytes)],
    ["Written", sized(told.writes, told.write_bytes)],
    [
      "Names that are taken",
      told.existing > 0 && told.same > 0
        ? `${int(told.existing)}, ${int(told.same)} of them with the same bytes`
        : int(told.existing)
    ],
    ...where(told.replace, "Replaced"),
    ...where(told.beside, "Beside what is there"),
    ...where(told.skip, "Left as they are"),
    ...where(told.missing, "Not there any more"),
    ...where(told.impossible, "Names that no gateway takes")
  ],
  notes: [
    ...(told.replace === 0
      ? []
      : [
          told.versioning === "enabled"
            ? "What is replaced stays as an earlier version."
            : told.versioning === null
              ? "What is replaced is gone, unless the bucket keeps versions."
              : "What is replaced is gone: the bucket keeps no versions."
        ]),
    ...(told.same_gateway ? [] : ["The bytes come through this service."]),
    ...(told.customer_keys > 0
      ? [`${counted(told.customer_keys, "object")} encrypted with a key of the owner (SSE-C) cannot be copied.`]
      : []),
    ...(told.writes > told.properties_checked + told.customer_keys && told.losses.length > 0
      ? [`Properties of the first ${counted(told.properties_checked, "object")} were checked.`]
      : [])
  ],
  columns: ["What happens", "Size"],
  rows: told.sample.map(({ act, key, size_bytes, to, version_id }) => ({
    id: `${act} ${key} ${version_id}`,
    key: below(key, folder),
    note: "",
    cells: [
      act === "beside" && to !== null ? `As ${below(to, to.slice(0, to.lastIndexOf("/") + 1))}` : COPIED[act],
      bytes(size_bytes)
    ]
  })),
  more:
    told.objects + told.missing > told.sample.length
      ? `The first of each sort, of ${int(told.objects + told.missing)}.`
      : ""
})

/** `forGood`: every version was asked for. */
export const deletionPlanSummary = (told: DeletionPlan, forGood: boolean): PlanSummary => {
  const all = told.objects + told.versions + told.markers + told.missing
  return {
    facts: [
      ["Objects", told.versions + told.markers > 0 ? int(told.objects) : sized(told.objects, told.bytes)],
      ...(told.versions + told.markers > 0
        ? ([
            ["Earlier versions", int(told.versions)],
            ["Delete markers", int(told.markers)],
            ["In all", bytes(told.bytes)]
          ] as const)
        : []),
      ...where(told.locked, "Kept by a lock"),
      ...where(told.missing, "Not there any more")
    ],
    notes: [
      ...(forGood
        ? []
        : [
            told.versioning === "enabled"
              ? "This bucket keeps versions: what goes can be brought back."
              : told.versioning === null
                ? "It cannot be seen whether this bucket keeps versions."
                : "This bucket keeps no versions: what goes is gone for good."
          ]),
      ...(told.object_lock === true && told.versions + told.objects > told.locks_looked_at && forGood
        ? [`Locks of the first ${counted(told.locks_looked_at, "version")} were looked at.`]
        : [])
    ],
    columns: ["What happens", "Size"],
    rows: told.sample.map(({ act, is_delete_marker, key, reason, size_bytes, version_id }) => ({
      id: `${act} ${key} ${version_id}`,
      key: visible(key),
      note: reason ?? "",
      cells: [DELETED[act], is_delete_marker ? "Delete marker" : bytes(size_bytes)]
    })),
    more: all > told.sample.length ? `The first of each sort, of ${int(all)}.` : ""
  }
}
