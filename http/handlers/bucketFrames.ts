import { BucketFrame } from "#api/bucketFrame.ts"
import { framesOnce } from "../framesOnce.ts"

/** News of a listing as frames, encoded once for all readers of it. */
export const bucketFrames = framesOnce(BucketFrame)
