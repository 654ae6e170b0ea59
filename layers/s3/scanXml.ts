const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: `"`, apos: "'" }

const textOf = (raw: string): string =>
  raw.includes("&")
    ? raw.replaceAll("&quot;", `"`).replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (entity, decimal?: string, hex?: string, name?: string) =>
      decimal !== undefined ? String.fromCodePoint(Number(decimal))
        : hex !== undefined ? String.fromCodePoint(Number.parseInt(hex, 16)) : named[name ?? ""] ?? entity)
    : raw

const plain = /^\w+$/

/** A name, without its namespace prefix and attributes. */
const elementName = (tag: string): string => {
  if (plain.test(tag)) return tag
  const end = tag.search(/[\s/]/)
  const name = end < 0 ? tag : tag.slice(0, end)
  return name.slice(name.indexOf(":") + 1)
}

/** The texts of an element's children, by their names. */
export type Fields = Readonly<Record<string, string>>

/**
 * Reads a listing of two levels in one pass over its text: `row` is given every element below the root that holds elements;
 * what holds text alone is answered. Null for what is no such document, whole and well formed, or where `row` answers false.
 */
export const scanXml = (text: string, rootName: string, row: (name: string, fields: Fields) => boolean): Fields | null => {
  const root: Record<string, string> = {}
  const open: Array<string> = []
  let fields: Record<string, string> = {}
  let filled = false
  let ended = false
  let at = 0
  for (;;) {
    const less = text.indexOf("<", at)
    if (less < 0) break
    const more = text.indexOf(">", less)
    if (more < 0 || ended) return null
    const tag = text.slice(less + 1, more)
    if (tag.startsWith("!")) return null
    if (tag.startsWith("?")) {
      at = more + 1
      continue
    }
    if (tag.startsWith("/")) {
      const name = elementName(tag.slice(1).trimEnd())
      if (open.pop() !== name) return null
      if (open.length === 2) {
        fields[name] = textOf(text.slice(at, less))
        filled = true
      } else if (open.length === 1) {
        if (!filled) root[name] = textOf(text.slice(at, less))
        else if (!row(name, fields)) return null
        fields = {}
        filled = false
      } else if (open.length === 0) ended = true
    } else if (!tag.endsWith("/")) {
      const name = elementName(tag)
      if (open.length === 0 && name !== rootName) return null
      open.push(name)
    } else if (open.length === 0) {
      if (elementName(tag) !== rootName) return null
      ended = true
    } else if (open.length === 2) filled = true
    at = more + 1
  }
  return ended ? root : null
}
