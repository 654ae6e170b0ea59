import type { Answer, Body, Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"
import type { IconName } from "~/lib/icon-names"

/** What it was made with is the kind's own, and stays with the service. */
export type Run = Omit<Answer<"GET /api/admin/work/:run_id">, "params">
/** Its result holds texts and counts. */
export type Item = Omit<Row<"GET /api/admin/work/:run_id/items">, "result"> & { readonly result: Readonly<Record<string, unknown>> }
export type Plan = Answer<"POST /api/admin/key-rotation/plan">
export type Asked = Body<"POST /api/admin/key-rotation/plan">
export type KeyType = Asked["key_types"][number]

export const KEY_TYPES: ReadonlyArray<{ readonly type: KeyType; readonly label: string; readonly hint: string }> = [
  { type: "account", label: "RGW accounts", hint: "The keys with which this console acts for registered RGW accounts." },
  { type: "s3_user", label: "RGW users", hint: "The keys of registered RGW users." },
  { type: "connection", label: "Shared S3 connections", hint: "Those bound to an endpoint. Private and temporary ones stay as they are." },
  { type: "endpoint", label: "Admin Ops keys of endpoints", hint: "The technical keys of the endpoints themselves. They are rotated last." },
  { type: "stored_credentials", label: "Encryption of stored credentials", hint: "Encrypts everything that is stored here with the first key of CREDENTIAL_KEYS." }
]

const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  registered: ["registered already", "registered already"],
  account: ["RGW account", "RGW accounts"], s3_user: ["RGW user", "RGW users"], connection: ["S3 connection", "S3 connections"],
  endpoint: ["storage endpoint", "storage endpoints"], stored_credentials: ["encryption of stored credentials", "encryptions of stored credentials"]
}

/** What a plan counts: `3 RGW users`. */
export const nounOf = (type: string, count: number): string => (NOUNS[type] ?? [type, type])[count === 1 ? 0 : 1]

/** What a run is about, and what words its progress has in the operations dock. */
export const WORDS = {
  key_rotation: { one: "key", many: "keys", doing: "Rotating", done: "rotated" },
  registration_import: { one: "registration", many: "registrations", doing: "Bringing in", done: "brought in" },
  bucket_creation: { one: "step", many: "steps", doing: "Creating", done: "done" },
  feature_copy: { one: "bucket", many: "buckets", doing: "Copying to", done: "written" },
  bucket_emptying: { one: "step", many: "steps", doing: "Emptying", done: "done" },
  old_key_removal: { one: "old key", many: "old keys", doing: "Deleting", done: "deleted" }
} as const

interface Look {
  readonly text: string
  readonly tone: Tone
  readonly icon?: IconName
}

export const RUN_STATES: Record<Run["state"], Look> = {
  planning: { text: "Being planned", tone: "neutral" },
  queued: { text: "About to begin", tone: "info" },
  running: { text: "Running", tone: "info" },
  pause_requested: { text: "Pausing", tone: "warn" },
  paused: { text: "Paused", tone: "warn" },
  cancel_requested: { text: "Stopping", tone: "warn" },
  canceled: { text: "Stopped", tone: "neutral" },
  completed: { text: "Completed", tone: "ok", icon: "circle-check" },
  completed_with_errors: { text: "Completed with errors", tone: "danger", icon: "circle-alert" },
  rolled_back: { text: "Undone", tone: "neutral" }
}

export const ITEM_STATES: Record<Item["state"], Look> = {
  pending: { text: "Waiting", tone: "neutral" },
  running: { text: "Running", tone: "info" },
  completed: { text: "Done", tone: "ok", icon: "circle-check" },
  failed: { text: "Failed", tone: "danger", icon: "circle-x" },
  skipped: { text: "Skipped", tone: "warn" },
  canceled: { text: "Not begun", tone: "neutral" },
  rolled_back: { text: "Undone", tone: "neutral" }
}

export const isOver = ({ state }: Pick<Run, "state">): boolean => ["canceled", "completed", "completed_with_errors", "rolled_back"].includes(state)

/** Failed first, then what moves, then what waits, then the rest; each in its order. */
const ORDER: ReadonlyArray<Item["state"]> = ["failed", "running", "pending", "skipped", "canceled", "completed", "rolled_back"]
export const inOrder = (items: Iterable<Item>): ReadonlyArray<Item> =>
  [...items].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.ordinal - other.ordinal)

/** What came of an item, in a sentence. */
export const outcomeOf = ({ after, problem, result, state }: Item): string => {
  if (problem !== null) return state === "pending" ? `It is tried again: ${problem.detail}` : problem.detail
  const { left, new_key: fresh, old_key: old, old_key_is: was, rotated, unreadable } = result
  if (typeof rotated === "object" && rotated !== null) {
    const sum = Object.values(rotated).reduce<number>((all, count) => all + Number(count), 0)
    return `${sum} encrypted anew, ${String(unreadable)} unreadable, ${String(left)} left`
  }
  if (typeof result["id"] === "string") return state === "rolled_back" ? "Unlinked again, and its key is deleted" : "Registered, with a key of its own"
  if (state === "rolled_back") return `${String(old)} is in use again, ${String(fresh)} is deleted`
  if (typeof fresh === "string") return `${fresh} is in use, ${String(old)} is ${was === "deleted" ? "deleted" : "switched off"}`
  return typeof old === "string" ? `${old} is deleted` : after
}

/** Keys that this run only switched off, and that nobody brought back or deleted since. */
export const leavesOldKeys = (run: Run): boolean => run.kind === "key_rotation" && isOver(run) && run.undoable > 0
