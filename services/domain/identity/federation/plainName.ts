const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const raw = (escaped: string): string =>
  escaped.replace(
    /(?:\\[0-9A-Fa-f]{2})+|\\(.)/gsu,
    (found, one: string | undefined) =>
      one ?? decoder.decode(Uint8Array.from(found.split("\\").slice(1), (pair) => Number.parseInt(pair, 16)))
  )

/** ASCII only: other case foldings would equate different names. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const tidy = (text: string): string => lower(text).replace(/ +/g, " ").replace(/^ | $/g, "")

/** Canonical spelling of a distinguished name (RFC 4514). Other text counts as one part. */
export const plainName = (text: string): string =>
  (text.match(/(?:\\.|[^\\,])+/gsu) ?? [])
    .map((part) => {
      const equals = part.indexOf("=")
      const value = tidy(raw(part.slice(equals + 1))).replace(/[\\,=]/g, "\\$&")
      return equals < 0 ? value : `${tidy(part.slice(0, equals))}=${value}`
    })
    .join(",")
