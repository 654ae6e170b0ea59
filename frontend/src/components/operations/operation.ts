/** What becomes of one thing that an operation works on. */
export type ItemState = "waiting" | "running" | "paused" | "done" | "failed" | "cancelled"

/** What can be chosen about one thing that could not be done as it was meant. */
export interface ItemChoice {
  readonly id: string
  readonly label: string
  /** It ends something. */
  readonly danger?: true
}

/** One thing that an operation works on: a file, an object, a bucket. */
export interface Item {
  /** Unique within its operation. */
  readonly id: string
  readonly name: string
  /** Bytes; null while unknown, and where bytes are not what counts. */
  readonly size: number | null
  /** Bytes that arrived. */
  readonly sent: number
  readonly state: ItemState
  /** Why it failed; else empty. */
  readonly reason: string
  /** What somebody is asked about it since it failed: then it is not tried again without an answer. */
  readonly choices: ReadonlyArray<ItemChoice>
}

/** What can be asked of work that the service does, as a whole. */
export type Wish = "pause" | "resume" | "stop"

export type OperationKind = "upload" | "download" | "delete" | "bulk" | "job"

/** What an operation's words are made of: `Uploading 3 files`, `3 files uploaded`. */
export interface Words {
  readonly one: string
  readonly many: string
  /** In its course: `Uploading`. */
  readonly doing: string
  /** Afterwards: `uploaded`. */
  readonly done: string
}

/** How much there is and how much of it is settled. What was cancelled is in no total but its own count. */
export interface Totals {
  readonly items: number
  readonly waiting: number
  readonly running: number
  readonly paused: number
  readonly done: number
  readonly failed: number
  readonly cancelled: number
  /** Bytes of all items whose size is known. */
  readonly bytes: number
  /** Of those, bytes that arrived; what failed has none. */
  readonly sent: number
  /** Items without a known size. */
  readonly unsized: number
}

/** How far a thing is that is many small ones. */
export interface Progress {
  readonly done: number
  /** About how many there are; null while nobody knows. */
  readonly total: number | null
  /** In the plural: `objects and versions`. */
  readonly unit: string
}

/** Whether what was done can be undone: it is `offered`, under way, done, or could not be done wholly (and may be tried again). */
export type Undo = "none" | "offered" | "undoing" | "undone" | "in part"

/** A run of the service, which goes on without any page. */
export interface RunRef {
  readonly id: number
  /** Of which execution context; null: the administrators' own. */
  readonly contextId: string | null
  /** It is about objects: a run of the Browser. */
  readonly objects?: true
}

/** Work with an outcome for each thing that it is about. */
export interface Operation {
  readonly id: string
  readonly kind: OperationKind
  readonly words: Words
  /** Where: `media/2026/`. */
  readonly target: string
  /** Milliseconds since the epoch. */
  readonly started: number
  /** When nothing was left to do; null while something is. */
  readonly ended: number | null
  /** Whether bytes are counted, or items alone. */
  readonly counts: "bytes" | "items"
  /** `page`: it ends with this page. `service`: the service goes on without it. */
  readonly source: "page" | "service"
  /** What of the service is followed; null: it is work of the page. */
  readonly run: RunRef | null
  /** More items may come: it is still looked for what there is to do. */
  readonly gathering: boolean
  /** Why it could not be begun or finished as a whole; else empty. */
  readonly problem: string
  /** What the service grants now, of work that it does. */
  readonly wishes: ReadonlyArray<Wish>
  /** What holds it: `Paused`; else empty. */
  readonly standing: string
  /** Of one long thing among the items: how far it is. Null where nothing is counted. */
  readonly progress: Progress | null
  readonly undo: Undo
  /** Why the last wish was not granted, in the service's words; else empty. */
  readonly refusal: string
  readonly items: ReadonlyArray<Item>
  readonly totals: Totals
  /** Bytes that travelled since the start, whatever became of them: speed is made of it. */
  readonly moved: number
}

export const NOTHING: Totals = { items: 0, waiting: 0, running: 0, paused: 0, done: 0, failed: 0, cancelled: 0, bytes: 0, sent: 0, unsized: 0 }

/** What is not settled yet. */
export const isRunning = (operation: Operation): boolean => operation.ended === null

export const isOpen = (state: ItemState): boolean => state === "waiting" || state === "running" || state === "paused"

/** Whether it failed, and trying again is all that is to be done about it. */
export const canTryAgain = ({ choices, state }: Item): boolean => state === "failed" && choices.length === 0

/** How far it is, 0 to 1; null while it is not known how much there is. */
export const shareOf = ({ counts, gathering, progress, totals }: Operation): number | null => {
  if (gathering || totals.items === 0) return null
  const settled = (totals.done + totals.failed) / totals.items
  // what is counted is most of the work: its thing alone would stand at nothing until it is done
  if (progress !== null && totals.done + totals.failed === 0) return progress.total === null ? null : Math.min(progress.done / Math.max(1, progress.total), 1) / totals.items
  if (counts === "items" || totals.unsized > 0 || totals.bytes === 0) return settled
  // empty files weigh nothing, yet one that waits keeps it from being whole
  return settled === 1 ? 1 : Math.min(totals.sent / totals.bytes, 0.999)
}
