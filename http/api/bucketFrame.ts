import { Tuple } from "effect"
import { BucketListingEvent } from "#domain/buckets/BucketListing.ts"
import { eventFrame } from "./eventFrame.ts"

/** `result` first, then `progress`, `rows`, `removed` and `state`; `result` and `done` after a refresh. Stays open. */
export const BucketFrame = BucketListingEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "BucketFrame" })
export type BucketFrame = typeof BucketFrame.Type

export const bucketFrameText =
  "The live listing: `result` (the same page as the plain GET) at once, then " +
  "`progress`, `rows`, `removed` and `state` of " +
  "the whole listing as they become known, and `result` and `done` after a successful refresh. The stream stays open."
