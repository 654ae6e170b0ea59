const encoder = new TextEncoder()

/**
 * Why S3 takes no such key, or null: more than 1,024 bytes of UTF-8, half of a surrogate pair (which UTF-8 cannot say), or a
 * NUL (RGW: 400). Every other character is the key's own business, line breaks, control characters and `..` included.
 */
export const keyFault = (key: string): string | null => {
  if (key.length > 1024 || encoder.encode(key).length > 1024) return "A key is at most 1,024 bytes of UTF-8"
  if (!key.isWellFormed()) return "A key is well-formed Unicode"
  return key.includes("\0") ? "A key holds no NUL" : null
}
