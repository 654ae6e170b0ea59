import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import type { Subject } from "~/components/action"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import type { Said } from "~/lib/toasts"
import { type ObjectPage, visible } from "./entries"

export type KeyOutcome = Answer<"DELETE /api/browser/buckets/:bucket_name/objects">["results"][number]

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

/** Entries that somebody is asked about, with the place where they were shown. */
export interface Doomed extends Subject {
  readonly place: BucketPlace
  readonly keys: ReadonlyArray<string>
  /** What has to be typed where folders go. */
  readonly word: "delete"
}

export const doomedEntries = (place: BucketPlace, keys: ReadonlyArray<string>): Doomed =>
  ({ id: [place.contextId, place.bucket, ...keys].join("\n"), name: keys.length === 1 ? visible(keys[0] ?? "") : `${int(keys.length)} entries`, place, keys, word: "delete" })

export const hasFolder = ({ keys }: Pick<Doomed, "keys">): boolean => keys.some((key) => key.endsWith("/"))

/** What is said about objects that are gone, and about those that are not. */
export const saidOfOutcomes = (outcomes: ReadonlyArray<KeyOutcome>): ReadonlyArray<Said> => {
  const kept = outcomes.filter((outcome) => !outcome.deleted)
  const gone = outcomes.length - kept.length
  return [
    ...(gone === 0 ? [] : [{ text: `${int(gone)} ${gone === 1 ? "object is" : "objects are"} deleted` }]),
    ...(kept.length === 0 ? [] : [{
      tone: "danger" as const,
      text: `${int(kept.length)} ${kept.length === 1 ? "object was" : "objects were"} not deleted`,
      detail: kept.slice(0, 5).map((outcome) => `${visible(outcome.key)}: ${outcome.detail ?? outcome.code ?? "refused"}`).join("\n")
    }])
  ]
}
