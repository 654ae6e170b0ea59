import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import type { ObjectPage } from "./entries"

type KeyOutcome = Answer<"DELETE /api/browser/buckets/:bucket_name/objects">["results"][number]

const BATCH = 1000
/** Folders with more than this are better emptied by a lifecycle rule or a job than by a page that must stay open. */
export const FOLDER_LIMIT = 10_000

/** Every key below a folder, nested folders included. */
const keysBelow = async (place: BucketPlace, folder: string, found: Set<string>): Promise<void> => {
  const { params, query } = inBucket(place)
  const folders = [folder]
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    let token: string | null = null
    do {
      const asked = { prefix: next, continuation_token: token, max_keys: BATCH }
      const page: ObjectPage = await call("GET /api/browser/buckets/:bucket_name/objects", { params, query: { ...query, ...asked } })
      for (const object of page.objects) found.add(object.key)
      folders.push(...page.prefixes)
      token = page.next_continuation_token
      if (found.size > FOLDER_LIMIT) {
        throw new ProblemError({ status: 422, code: "too_many", title: "Too much to delete at once", detail: `There are more than ${FOLDER_LIMIT.toLocaleString("en")} objects below ${folder}. Nothing was deleted: choose less.` })
      }
    } while (token !== null)
  }
}

/** Deletes a selection, folders with all that is below them, in strict batches of 1,000. Nothing goes before all keys are known. */
export const deleteSelection = async (place: BucketPlace, selection: ReadonlyArray<string>): Promise<ReadonlyArray<KeyOutcome>> => {
  const keys = new Set<string>()
  for (const key of selection) {
    if (key.endsWith("/")) await keysBelow(place, key, keys)
    else keys.add(key)
  }
  const all = [...keys]
  const outcomes: Array<KeyOutcome> = []
  for (let at = 0; at < all.length; at += BATCH) {
    const asked = { ...inBucket(place), body: { keys: all.slice(at, at + BATCH) } }
    outcomes.push(...(await call("DELETE /api/browser/buckets/:bucket_name/objects", asked)).results)
  }
  return outcomes
}
