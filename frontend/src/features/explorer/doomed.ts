import type { Subject } from "~/components/action"
import type { BucketPlace } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import { visible } from "~/lib/visible"

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
