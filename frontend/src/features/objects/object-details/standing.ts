/** What is known of an entry by now; while it is read for the first time, of none. */
export interface Standing {
  /** The entry, with its place. */
  readonly of: string
  /** There is none by this name: it was deleted, or never was. */
  readonly gone: boolean
}

/** Tells entries of all places apart. */
export const idOf = ({ bucket, contextId }: { readonly contextId: string; readonly bucket: string }, entry: string): string => JSON.stringify([contextId, bucket, entry])
