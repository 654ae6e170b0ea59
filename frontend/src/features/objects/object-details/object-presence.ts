export interface ObjectPresence {
  readonly of: string
  readonly isMissing: boolean
}

export const idOf = (
  { bucket, contextId }: { readonly contextId: string; readonly bucket: string },
  entry: string
): string => JSON.stringify([contextId, bucket, entry])
