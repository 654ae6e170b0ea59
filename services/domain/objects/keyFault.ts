const encoder = new TextEncoder()

/**
 * Explains why S3 refuses a key; null: valid. Over 1,024 bytes of UTF-8, a lone surrogate, or NUL (RGW: 400). Any other
 * character is valid, also line breaks and `..`.
 */
export const keyFault = (key: string): string | null => {
  if (key.length > 1024 || encoder.encode(key).length > 1024) return "A key is at most 1,024 bytes of UTF-8"
  if (!key.isWellFormed()) return "A key is well-formed Unicode"
  return key.includes("\0") ? "A key holds no NUL" : null
}
