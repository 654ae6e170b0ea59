import { callIn } from "~/client/call"
import { begin, type Report } from "~/components/operations/engine"
import { pageSource } from "~/components/operations/page-source"
import type { Outcome } from "~/components/operations/final-outcome"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { keyOfEntry } from "../../transfers/entry-id"
import { type DeletionTarget, hasFolder } from "./deletion-target"
import { startDeletion } from "../uploads/transfer"

/** Keys of one request: few enough for progress and cancellation between two. */
const BATCH = 250
const FEW = 1_000

/** This page deletes a few objects; the service deletes the rest, and what can be undone. */
export const deleteSelection = async (
  operations: Operations,
  target: DeletionTarget,
  onEnd: (outcome: Outcome, isReported: boolean) => void
): Promise<void> => {
  const { depth, undoable = false, place, plan } = target
  const keys = target.keys.map(keyOfEntry)
  if (depth === "versions" || undoable || keys.length > FEW || hasFolder(target))
    return startDeletion(operations, target, (outcome) => onEnd(outcome, true))
  /** Keys written since the plan: a retry deletes them as they are then, as a run does. */
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
      const { results } = await callIn(place, "DELETE /api/browser/buckets/:bucket_name/objects", {
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
    work: pageSource({ atOnce: 1, batch: BATCH, interruptible: false, gather, perform })
  })
}
