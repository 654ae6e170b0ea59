import { type RowShape, rowShape } from "./rowShape.ts"

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: `"`, apos: "'" }

const anyEntity = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g

/** XML 1.1 characters: RGW writes control characters of keys as references, which XML 1.0 forbids. */
const isCharacter = (point: number): boolean =>
  (point >= 0x1 && point <= 0xd7ff) || (point >= 0xe000 && point <= 0xfffd) || (point >= 0x10000 && point <= 0x10ffff)

const textOf = (raw: string): string | null => {
  if (!raw.includes("&")) return raw
  const text = raw.replaceAll("&quot;", `"`)
  if (!text.includes("&")) return text
  let sound = true
  const read = text.replace(anyEntity, (entity, decimal?: string, hex?: string, name?: string) => {
    if (decimal === undefined && hex === undefined) return named[name ?? ""] ?? entity
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? "", 16)
    if (isCharacter(point)) return String.fromCodePoint(point)
    sound = false
    return entity
  })
  return sound ? read : null
}

const plain = /^\w+$/

const elementName = (tag: string): string => {
  if (plain.test(tag)) return tag
  const end = tag.search(/[\s/]/)
  const name = end < 0 ? tag : tag.slice(0, end)
  return name.slice(name.indexOf(":") + 1)
}

export type Fields = Readonly<Record<string, string>>

const MAX_LEARNED_ROWS = 8

const learnRowShapes = () => {
  const shapes = new Map<string, RowShape>()
  let learned = 0
  return {
    learn: (name: string, row: string) => {
      if (learned === MAX_LEARNED_ROWS) return
      learned += 1
      const shape = rowShape(row)
      if (shape !== null) shapes.set(name, shape)
    },
    read: (
      name: string,
      text: string,
      at: number
    ): { readonly fields: Fields; readonly end: number } | "broken" | null => {
      const shape = shapes.get(name)
      if (shape === undefined) return null
      shape.pattern.lastIndex = at
      const match = shape.pattern.exec(text)
      if (match === null) return null
      const fields: Record<string, string> = {}
      for (const [group, child] of shape.names.entries()) {
        const value = textOf(match[group + 1] ?? "")
        if (value === null) return "broken"
        fields[child] = value
      }
      return { fields, end: shape.pattern.lastIndex }
    }
  }
}

/** `row` gets the elements with children; returns the root's other texts. Null when malformed or `row` is false. */
export const scanXml = (
  text: string,
  rootName: string,
  row: (name: string, fields: Fields) => boolean
): Fields | null => {
  const root: Record<string, string> = {}
  const open: Array<string> = []
  let fields: Record<string, string> = {}
  let filled = false
  let ended = false
  const rows = learnRowShapes()
  let at = 0
  let rowAt = 0
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
        const value = textOf(text.slice(at, less))
        if (value === null) return null
        fields[name] = value
        filled = true
      } else if (open.length === 1) {
        if (!filled) {
          const value = textOf(text.slice(at, less))
          if (value === null) return null
          root[name] = value
        } else {
          if (!row(name, fields)) return null
          rows.learn(name, text.slice(rowAt, more + 1))
        }
        fields = {}
        filled = false
      } else if (open.length === 0) ended = true
    } else if (!tag.endsWith("/")) {
      const name = elementName(tag)
      if (open.length === 0 && name !== rootName) return null
      if (open.length === 1) {
        const parsed = rows.read(name, text, less)
        if (parsed === "broken") return null
        if (parsed !== null) {
          if (!row(name, parsed.fields)) return null
          at = parsed.end
          continue
        }
        rowAt = less
      }
      open.push(name)
    } else if (open.length === 0) {
      if (elementName(tag) !== rootName) return null
      ended = true
    } else if (open.length === 2) filled = true
    at = more + 1
  }
  return ended ? root : null
}
