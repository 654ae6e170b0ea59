import { callIn } from "~/client/call"
import { begin } from "~/components/operations/engine"
import { pageSource } from "~/components/operations/page-source"
import type { Outcome } from "~/components/operations/final-outcome"
import type { Operations } from "~/lib/operations"
import type { DeletionTarget } from "./bucket"

const MAX_CONCURRENT_DELETES = 2

export const deleteBuckets = (
  operations: Operations,
  { context, names }: DeletionTarget,
  onEnd: (outcome: Outcome) => void
): void => {
  begin(operations, {
    kind: "delete",
    words: { one: "bucket", many: "buckets", doing: "Deleting", done: "deleted" },
    target: "",
    counts: "items",
    source: "page",
    onEnd,
    work: pageSource({
      atOnce: MAX_CONCURRENT_DELETES,
      interruptible: false,
      gather: async (report) => {
        report({ type: "added", items: names.map((name) => ({ id: name, name, size: null })) })
        return names
      },
      perform: async ([name], report) => {
        if (name === undefined) return
        const response = await callIn(
          { contextId: context, bucket: name },
          "DELETE /api/manager/buckets/:bucket_name",
          { query: { confirm_name: name } }
        )
        // count what the service reports as deleted, not what was requested
        report({ type: "done", id: response.name })
      }
    })
  })
}
