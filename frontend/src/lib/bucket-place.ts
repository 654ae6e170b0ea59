/** A bucket as one of the user's contexts sees it. */
export interface BucketPlace {
  readonly contextId: string
  readonly bucket: string
}

/** The same as operations on a bucket take it. */
export const inBucket = ({ bucket, contextId }: BucketPlace) => ({ params: { bucket_name: bucket }, query: { context_id: contextId } })
