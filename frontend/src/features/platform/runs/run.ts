import type { Answer, Row } from "~/client/contract"
import type { Words } from "~/components/operations/operation"
import type { Tone } from "~/components/ui/badge"
import type { IconName } from "~/lib/icon-names"

export type Run = Omit<Answer<"GET /api/admin/work/:run_id">, "params"> & { readonly params?: unknown }
export type Item = Omit<Row<"GET /api/admin/work/:run_id/items">, "result"> & {
  readonly result: Readonly<Record<string, unknown>>
}

const WORDS = {
  key_rotation: { one: "key", many: "keys", doing: "Rotating", done: "rotated" },
  cluster_key_rotation: { one: "key", many: "keys", doing: "Rotating", done: "rotated" },
  registration_import: { one: "registration", many: "registrations", doing: "Bringing in", done: "brought in" },
  bucket_creation: { one: "step", many: "steps", doing: "Creating", done: "done" },
  feature_copy: { one: "bucket", many: "buckets", doing: "Copying to", done: "written" },
  bucket_change: { one: "bucket", many: "buckets", doing: "Changing", done: "changed" },
  cluster_bucket_change: { one: "bucket", many: "buckets", doing: "Changing", done: "changed" },
  bucket_emptying: { one: "step", many: "steps", doing: "Emptying", done: "done" },
  bucket_comparison: { one: "part", many: "parts", doing: "Comparing", done: "compared" },
  bucket_remediation: { one: "step", many: "steps", doing: "Changing", done: "changed" },
  bucket_migration: { one: "bucket", many: "buckets", doing: "Migrating", done: "migrated" },
  folder_restoring: { one: "folder", many: "folders", doing: "Restoring", done: "restored" },
  version_cleaning: { one: "folder", many: "folders", doing: "Cleaning", done: "cleaned" },
  attribute_editing: { one: "step", many: "steps", doing: "Changing", done: "changed" },
  object_copy: { one: "entry", many: "entries", doing: "Copying", done: "copied" },
  object_deletion: { one: "entry", many: "entries", doing: "Deleting", done: "deleted" },
  old_key_removal: { one: "old key", many: "old keys", doing: "Deleting", done: "deleted" }
} as const

const UNKNOWN = { one: "step", many: "steps", doing: "Working on", done: "done" }

const COPIES = {
  moved: { ...WORDS.object_copy, doing: "Moving", done: "moved" },
  renamed: { ...WORDS.object_copy, doing: "Renaming", done: "renamed" }
}

export const runWords = ({ kind, params }: Pick<Run, "kind" | "params">): Words => {
  if (kind !== "object_copy") return WORDS[kind as keyof typeof WORDS] ?? UNKNOWN
  const { move = false, renamed = null } = (params ?? {}) as {
    readonly move?: boolean
    readonly renamed?: object | null
  }
  return renamed !== null ? COPIES.renamed : move ? COPIES.moved : WORDS.object_copy
}

interface StateLook {
  readonly text: string
  readonly tone: Tone
  readonly icon?: IconName
}

export const RUN_STATES: Record<Run["state"], StateLook> = {
  planning: { text: "Being planned", tone: "neutral" },
  queued: { text: "About to begin", tone: "info" },
  running: { text: "Running", tone: "info" },
  pause_requested: { text: "Pausing", tone: "warn" },
  paused: { text: "Paused", tone: "warn" },
  awaiting_cutover: { text: "Awaiting cutover", tone: "warn" },
  cancel_requested: { text: "Stopping", tone: "warn" },
  canceled: { text: "Stopped", tone: "neutral" },
  completed: { text: "Completed", tone: "ok", icon: "circle-check" },
  completed_with_errors: { text: "Completed with errors", tone: "danger", icon: "circle-alert" },
  rolled_back: { text: "Undone", tone: "neutral" }
}

export const ITEM_STATES: Record<Item["state"], StateLook> = {
  pending: { text: "Waiting", tone: "neutral" },
  running: { text: "Running", tone: "info" },
  awaiting_cutover: { text: "Awaiting cutover", tone: "warn" },
  completed: { text: "Done", tone: "ok", icon: "circle-check" },
  failed: { text: "Failed", tone: "danger", icon: "circle-x" },
  skipped: { text: "Skipped", tone: "warn" },
  canceled: { text: "Not begun", tone: "neutral" },
  rolled_back: { text: "Undone", tone: "neutral" }
}

export const isRunEnded = ({ state }: Pick<Run, "state">): boolean =>
  ["canceled", "completed", "completed_with_errors", "rolled_back"].includes(state)

const ORDER: ReadonlyArray<Item["state"]> = [
  "failed",
  "running",
  "awaiting_cutover",
  "pending",
  "skipped",
  "canceled",
  "completed",
  "rolled_back"
]
export const inOrder = (items: Iterable<Item>): ReadonlyArray<Item> =>
  [...items].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.ordinal - other.ordinal)
