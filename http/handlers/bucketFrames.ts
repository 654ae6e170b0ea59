import { BucketFrame } from "#api/bucketFrame.ts"
import { framesOnce } from "../framesOnce.ts"

export const bucketFrames = framesOnce(BucketFrame)
