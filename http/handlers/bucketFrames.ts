import { BucketFrame } from "#api/bucketFrame.ts"
import { cachedFrameEncoder } from "../cachedFrameEncoder.ts"

export const bucketFrames = cachedFrameEncoder(BucketFrame)
