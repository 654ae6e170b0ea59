/**
 * Keys are listed with `encoding-type=url`, since XML cannot carry every character of one. RGW writes a space as %20 and
 * `/` as %2F (S13), Amazon a space as `+`; both write a plus as %2B.
 */
export const decodeKey = (text: string): string => decodeURIComponent(text.replace(/\+/g, "%20"))

/** A Content-Disposition that offers any name as a file, for browsers old and new (RFC 6266). */
export const attachment = (fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_")
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
