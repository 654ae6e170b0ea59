export type ItemState = "waiting" | "running" | "paused" | "done" | "failed" | "cancelled"

export interface ItemChoice {
  readonly id: string
  readonly label: string
  readonly danger?: true
}

export interface Item {
  readonly id: string
  readonly name: string
  readonly size: number | null
  readonly sent: number
  readonly state: ItemState
  readonly reason: string
  readonly choices: ReadonlyArray<ItemChoice>
}

export type RunAction = "pause" | "resume" | "stop"

export type OperationKind = "upload" | "download" | "delete" | "bulk" | "job"

export interface Words {
  readonly one: string
  readonly many: string
  readonly doing: string
  readonly done: string
}

export interface Totals {
  readonly items: number
  readonly waiting: number
  readonly running: number
  readonly paused: number
  readonly done: number
  readonly failed: number
  readonly cancelled: number
  readonly bytes: number
  readonly sent: number
  readonly unsized: number
}

export interface Progress {
  readonly done: number
  readonly total: number | null
  readonly unit: string
}

export type Undo = "none" | "offered" | "undoing" | "undone" | "in part"

export interface RunPlace {
  readonly workspace: "admin" | "manager" | "browser" | "cluster-admin" | "storage-ops"
  readonly contextId?: string
  readonly endpointId?: number
}

export interface RunRef {
  readonly id: number
  readonly place: RunPlace
}

export interface Operation {
  readonly id: string
  readonly kind: OperationKind
  readonly words: Words
  readonly target: string
  readonly started: number
  readonly ended: number | null
  readonly counts: "bytes" | "items"
  readonly source: "page" | "service"
  readonly run: RunRef | null
  readonly gathering: boolean
  readonly problem: string
  readonly actions: ReadonlyArray<RunAction>
  readonly note: string
  readonly progress: Progress | null
  readonly undo: Undo
  readonly refusal: string
  readonly items: ReadonlyArray<Item>
  readonly totals: Totals
  /** Since the start, including failed items: the basis of the speed. */
  readonly moved: number
}

export const ZERO_TOTALS: Totals = {
  items: 0,
  waiting: 0,
  running: 0,
  paused: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  bytes: 0,
  sent: 0,
  unsized: 0
}

export const isRunning = (operation: Operation): boolean => operation.ended === null

export const isOpen = (state: ItemState): boolean => state === "waiting" || state === "running" || state === "paused"

export const canRetryItem = ({ choices, state }: Item): boolean => state === "failed" && choices.length === 0

export const finishedShareOf = ({ counts, gathering, progress, totals }: Operation): number | null => {
  if (gathering || totals.items === 0) return null
  const finishedShare = (totals.done + totals.failed) / totals.items
  // The count of a single long item stays at 0 until the end.
  if (progress !== null && totals.done + totals.failed === 0)
    return progress.total === null ? null : Math.min(progress.done / Math.max(1, progress.total), 1) / totals.items
  if (counts === "items" || totals.unsized > 0 || totals.bytes === 0) return finishedShare
  // Empty files have no bytes: stays below 1 while one waits.
  return finishedShare === 1 ? 1 : Math.min(totals.sent / totals.bytes, 0.999)
}
