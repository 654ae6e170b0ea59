export const fileNameOf = (key: string): string => key.split("/").findLast((part) => part !== "") ?? "object"

/** Content-Disposition with an ASCII name and the encoded name (RFC 6266). */
export const attachment = (key: string): string => {
  const name = fileNameOf(key)
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_")
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
