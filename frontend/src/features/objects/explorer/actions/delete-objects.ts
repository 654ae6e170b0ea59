import { call } from "~/client/call"
import { begin, type Report } from "~/components/operations/engine"
import { pageWork } from "~/components/operations/page-work"
import type { Outcome } from "~/components/operations/final-outcome"
import { inBucket } from "~/lib/bucket-place"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { keyOfEntry } from "../../transfers/entry-id"
import { type DeletionTarget, hasFolder } from "./deletion-target"
import { startDeletion } from "../uploads/transfer"

/** Keys of one request: few enough that progress is seen and cancelling is heard between two. */
const BATCH = 250
/** Objects that this page deletes itself, with an outcome for each; more, and folders, are deleted by the service. */
const FEW = 1_000

/**
 * Deletes a selection. A few objects go batch after batch from this page; folders, with all that is below them,
 * versions, many objects, and what can be taken back by the service.
 */
export const deleteSelection = async (
  operations: Operations,
  target: DeletionTarget,
  /** `isReported`: the run itself says how it ended, with an undo where it has one. */
  onEnd: (outcome: Outcome, isReported: boolean) => void
): Promise<void> => {
  const { depth, undoable = false, place, plan } = target
  const keys = target.keys.map(keyOfEntry)
  // what the service deletes it can take back
  if (depth === "versions" || undoable || keys.length > FEW || hasFolder(target))
    return startDeletion(operations, target, (outcome) => onEnd(outcome, true))
  /** Keys that were written since the plan: another try deletes them as they are then, as a run does. */
  const staleKeys = new Set<string>()
  const gather = async (report: Report): Promise<ReadonlyArray<string>> => {
    report({ type: "added", items: keys.map((key) => ({ id: key, name: visible(key), size: null })) })
    return keys
  }
  const perform = async (keys: ReadonlyArray<string>, report: Report): Promise<void> => {
    const parts = [
      { names: keys.filter((key) => !staleKeys.has(key)), planned: plan },
      { names: keys.filter((key) => staleKeys.has(key)), planned: {} }
    ]
    for (const { names, planned } of parts) {
      if (names.length === 0) continue
      const { results } = await call("DELETE /api/browser/buckets/:bucket_name/objects", {
        ...inBucket(place),
        body: { keys: names, ...planned }
      })
      for (const { code, key } of results) if (code === "stale_plan") staleKeys.add(key)
      report(
        ...results.map((outcome) =>
          outcome.deleted
            ? { type: "done" as const, id: outcome.key }
            : {
                type: "failed" as const,
                id: outcome.key,
                reason: outcome.detail ?? outcome.code ?? "The gateway refused without a reason."
              }
        )
      )
    }
  }
  begin(operations, {
    kind: "delete",
    words: { one: "object", many: "objects", doing: "Deleting", done: "deleted" },
    target: place.bucket,
    counts: "items",
    source: "page",
    onEnd: (outcome) => onEnd(outcome, false),
    work: pageWork({ atOnce: 1, batch: BATCH, interruptible: false, gather, perform })
  })
}
