/** ETag of an If-Range header; null for dates and weak tags, which do not identify bytes. */
export const strongTag = (header: string | undefined): string | null =>
  header !== undefined && /^"[^"]*"$/.test(header) ? header : null
