const encoder = new TextEncoder()

/** S3 refuses over 1,024 bytes of UTF-8, lone surrogates and NUL (RGW: 400); line breaks and `..` are valid. */
export const keyFault = (key: string): string | null => {
  if (key.length > 1024 || encoder.encode(key).length > 1024) return "A key is at most 1,024 bytes of UTF-8"
  if (!key.isWellFormed()) return "A key is well-formed Unicode"
  return key.includes("\0") ? "A key holds no NUL" : null
}
