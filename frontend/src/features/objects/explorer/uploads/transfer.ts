import { callIn } from "~/client/call"
import { streamIn } from "~/client/sse"
import type { Outcome } from "~/components/operations/final-outcome"
import type { BucketPlace } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import type { DeletionTarget } from "../actions/deletion-target"
import type { CopyPlan } from "../actions/plan-summary"
import { type Failure, showObjectRun } from "../../../platform/runs/object-run"
import { isFolderEntry, keyOfEntry, selectionOf } from "../../transfers/entry-id"
import { entryName } from "../listing/entries"

export type ConflictChoice = "skip" | "replace" | "keep_both"

export interface Transfer {
  readonly place: BucketPlace
  readonly base: string
  readonly keys: ReadonlyArray<string>
  readonly move: boolean
  readonly to?: Target
}

export interface Target extends BucketPlace {
  readonly prefix: string
}

export interface Planned {
  readonly planned_at?: string
  readonly accept_losses?: ReadonlyArray<CopyPlan["losses"][number]["property"]>
}

const consented = ({ accept_losses }: Planned) => (accept_losses === undefined ? {} : { accept_losses })

export const calledOf = ({ base, keys }: Pick<Transfer, "base" | "keys">): string =>
  keys.length === 1
    ? visible(
        keyOfEntry(keys[0] ?? "")
          .slice(base.length)
          .replace(/\/$/, "")
      ) || entryName(keys[0] ?? "")
    : counted(keys.length, "entry", "entries")

const transferBody = ({ base, keys, move }: Transfer, target: Target, conflict: ConflictChoice) => ({
  base,
  target: { context_id: target.contextId, bucket_name: target.bucket, prefix: target.prefix },
  move,
  on_conflict: conflict,
  ...selectionOf(keys)
})

export const planTransfer = (transfer: Transfer, target: Target, conflict: ConflictChoice, signal: AbortSignal) =>
  streamIn(transfer.place, "POST /api/browser/buckets/:bucket_name/copies/plan", {
    body: transferBody(transfer, target, conflict),
    signal
  })

/** Throws if the service refuses the run as a whole. `plan`: objects written since are left alone. */
export const startTransfer = async (
  operations: Operations,
  transfer: Transfer,
  target: Target,
  conflict: ConflictChoice,
  plan: Planned,
  onEnd: (outcome: Outcome) => void
): Promise<void> => {
  const { move, place } = transfer
  const body = transferBody(transfer, target, conflict)
  const run = await callIn(place, "POST /api/browser/buckets/:bucket_name/copies", { body: { ...body, ...plan } })
  showObjectRun(operations, run, place.contextId, {
    kind: "bulk",
    target: `${target.bucket}/${visible(target.prefix)}`,
    onEnd,
    words: { one: "entry", many: "entries", doing: move ? "Moving" : "Copying", done: move ? "moved" : "copied" },
    again: (failures: ReadonlyArray<Failure>) =>
      callIn(place, "POST /api/browser/buckets/:bucket_name/copies", {
        body: { ...body, ...consented(plan), prefixes: [], keys: failures.map(({ key }) => key) }
      })
  })
}

export const planRename = (place: BucketPlace, from: string, to: string, signal: AbortSignal) =>
  streamIn(place, "POST /api/browser/buckets/:bucket_name/copies/plan", {
    signal,
    body: {
      ...selectionOf([from]),
      base: keyOfEntry(from),
      target: { context_id: place.contextId, bucket_name: place.bucket, prefix: to },
      move: true,
      on_conflict: "skip"
    }
  })

/** `to`: whole key, of a folder with its slash. Throws `already_exists` where the name is taken. */
export const startRename = async (
  operations: Operations,
  place: BucketPlace,
  from: string,
  to: string,
  plan: Planned,
  onEnd: (outcome: Outcome) => void
): Promise<void> => {
  const run = await callIn(place, "POST /api/browser/buckets/:bucket_name/renames", {
    body: { from: keyOfEntry(from), to, kind: isFolderEntry(from) ? "folder" : "object", ...plan }
  })
  showObjectRun(operations, run, place.contextId, {
    kind: "bulk",
    target: `${place.bucket}/${visible(to)}`,
    onEnd,
    quiet: true,
    words: { one: "entry", many: "entries", doing: "Renaming", done: "renamed" },
    again: (failures) =>
      callIn(place, "POST /api/browser/buckets/:bucket_name/copies", {
        body: {
          keys: failures.map(({ key }) => key),
          base: keyOfEntry(from),
          target: { context_id: place.contextId, bucket_name: place.bucket, prefix: to },
          move: true,
          on_conflict: "skip",
          ...consented(plan)
        }
      })
  })
}

const deletionBody = ({ bypass, depth, keys }: DeletionTarget) => ({
  ...selectionOf(keys),
  ...(depth === "versions" ? { all_versions: true, bypass_governance: bypass } : {})
})

export const planDeletion = (target: DeletionTarget, signal: AbortSignal) =>
  streamIn(target.place, "POST /api/browser/buckets/:bucket_name/deletions/plan", {
    body: deletionBody(target),
    signal
  })

export const startDeletion = async (
  operations: Operations,
  target: DeletionTarget,
  onEnd: (outcome: Outcome) => void
): Promise<void> => {
  const { place, plan } = target
  const body = deletionBody(target)
  const run = await callIn(place, "POST /api/browser/buckets/:bucket_name/deletions", { body: { ...body, ...plan } })
  showObjectRun(operations, run, place.contextId, {
    kind: "delete",
    target: place.bucket,
    onEnd,
    words: { one: "entry", many: "entries", doing: "Deleting", done: "deleted" },
    again: (failures) =>
      callIn(place, "POST /api/browser/buckets/:bucket_name/deletions", {
        body: {
          ...body,
          prefixes: [],
          keys: failures.flatMap(({ key, version_id }) => (version_id === null ? [key] : [])),
          versions: failures.flatMap(({ key, version_id }) => (version_id === null ? [] : [{ key, version_id }]))
        }
      })
  })
}
