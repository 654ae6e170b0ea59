import { address } from "~/client/call"
import { respond } from "~/client/request"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"

/** An object, or one of its versions. */
export interface Sight {
  readonly place: BucketPlace
  readonly key: string
  /** "" for the current one. */
  readonly version: string
}

const OPERATION = "GET /api/browser/buckets/:bucket_name/objects/download"

const partsOf = ({ key, place, version }: Sight) => {
  const { params, query } = inBucket(place)
  return { params, query: { ...query, key, ...(version === "" ? {} : { version_id: version }) } }
}

/** Where the browser reads it by itself, in ranges as it plays it. */
export const contentAddress = (sight: Sight): string => address(OPERATION, partsOf(sight))

/** Its first bytes; all of them where it has no more. */
export const firstBytes = async (sight: Sight, most: number, signal: AbortSignal): Promise<Uint8Array> => {
  const response = await respond(OPERATION, { ...partsOf(sight), headers: { range: `bytes=0-${most - 1}` }, signal }, "*/*")
  return new Uint8Array(await response.arrayBuffer())
}
