/** Where the explorer shows something: the buckets of a context, a bucket, a folder of it, or an open entry in that. */
export const browserHref = ({ bucket, contextId }: { readonly contextId: string; readonly bucket?: string }, prefix = "", open = ""): string =>
  `/browser?${new URLSearchParams({ context_id: contextId, ...(bucket === undefined ? {} : { bucket }), ...(prefix === "" ? {} : { prefix }), ...(open === "" ? {} : { open }) })}`
