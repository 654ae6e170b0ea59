import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { begin, type Report } from "~/components/operations/engine"
import { pageWork } from "~/components/operations/page-work"
import type { Outcome } from "~/components/operations/settled"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import type { Doomed } from "./doomed"
import type { ObjectPage } from "./entries"

const PAGE = 1000
/** Keys of one request: few enough that progress is seen and cancelling is heard between two. */
const BATCH = 250
/** Folders with more than this are better emptied by a lifecycle rule or a job than by a page that must stay open. */
export const FOLDER_LIMIT = 10_000

/** Every key below a folder, nested folders included. */
const keysBelow = async (place: BucketPlace, folder: string, found: Set<string>, signal: AbortSignal): Promise<void> => {
  const { params, query } = inBucket(place)
  const folders = [folder]
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    let token: string | null = null
    do {
      const asked = { prefix: next, continuation_token: token, max_keys: PAGE }
      const page: ObjectPage = await call("GET /api/browser/buckets/:bucket_name/objects", { params, query: { ...query, ...asked }, signal })
      for (const object of page.objects) found.add(object.key)
      folders.push(...page.prefixes)
      token = page.next_continuation_token
      if (found.size > FOLDER_LIMIT) {
        throw new ProblemError({ status: 422, code: "too_many", title: "Too much to delete at once", detail: `There are more than ${int(FOLDER_LIMIT)} objects below ${visible(folder)}. Nothing was deleted: choose less.` })
      }
    } while (token !== null)
  }
}

/** Deletes a selection, folders with all that is below them, batch after batch. Nothing goes before all keys are known. */
export const deleteSelection = (operations: Operations, { keys: selection, place }: Doomed, onEnd: (outcome: Outcome) => void): void => {
  const gather = async (report: Report, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
    const keys = new Set<string>()
    for (const key of selection) {
      if (key.endsWith("/")) await keysBelow(place, key, keys, signal)
      else keys.add(key)
    }
    const all = [...keys]
    report({ type: "added", items: all.map((key) => ({ id: key, name: visible(key), size: null })) })
    return all
  }
  const perform = async (keys: ReadonlyArray<string>, report: Report): Promise<void> => {
    const { results } = await call("DELETE /api/browser/buckets/:bucket_name/objects", { ...inBucket(place), body: { keys: [...keys] } })
    report(...results.map((outcome) => outcome.deleted
      ? { type: "done" as const, id: outcome.key }
      : { type: "failed" as const, id: outcome.key, reason: outcome.detail ?? outcome.code ?? "The gateway refused without a reason." }))
  }
  begin(operations, {
    kind: "delete",
    words: { one: "object", many: "objects", doing: "Deleting", done: "deleted" },
    target: place.bucket,
    counts: "items",
    source: "page",
    onEnd,
    work: pageWork({ atOnce: 1, batch: BATCH, interruptible: false, gather, perform })
  })
}
