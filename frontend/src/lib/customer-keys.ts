import type { BucketPlace } from "./bucket-place"

/** Keys of SSE-C that somebody gave on this page, by what they open. In memory alone: a reload forgets them. */
const keys = new Map<string, string>()

const nameOf = ({ bucket, contextId }: BucketPlace, key: string): string => JSON.stringify([contextId, bucket, key])

/** Remembers the key of an object until the page ends; "" forgets it. */
export const rememberKey = (place: BucketPlace, key: string, customerKey: string): void => {
  if (customerKey === "") keys.delete(nameOf(place, key))
  else keys.set(nameOf(place, key), customerKey)
}

/** The key of an object; "" where none was given. */
export const knownKey = (place: BucketPlace, key: string): string => keys.get(nameOf(place, key)) ?? ""

/** The header that carries a key; none where there is none. */
export const keyHeaders = (customerKey: string): Record<string, string> => customerKey === "" ? {} : { "x-sse-customer-key": customerKey }
