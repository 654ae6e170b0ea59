/** The ETag of an If-Range header; null for a date or a weak one, which prove nothing to the byte. */
export const strongTag = (header: string | undefined): string | null => header !== undefined && /^"[^"]*"$/.test(header) ? header : null
