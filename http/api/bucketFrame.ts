import { Tuple } from "effect"
import { BucketListingEvent } from "#domain/buckets/BucketListing.ts"
import { eventFrame } from "./eventFrame.ts"

/**
 * Frames of the live listing: `result` (the same page as the plain GET) at once, then `progress`, `rows`, `removed` and
 * `state` as things become known (of the whole listing, whatever the query), `result` and `done` when a refresh ended
 * well. The stream stays open for what comes.
 */
export const BucketFrame = BucketListingEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "BucketFrame" })
export type BucketFrame = typeof BucketFrame.Type

/** The same, for whoever reads the document. */
export const bucketFrameText = "The live listing: `result` (the same page as the plain GET) at once, then `progress`, `rows`, `removed` and `state` of " +
  "the whole listing as things become known, `result` and `done` when a refresh ended well. It stays open for what comes."
