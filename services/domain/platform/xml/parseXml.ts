import type { Element } from "./Element.ts"

const tagName = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/
/** No bucket configuration comes near it. */
const MAX_DEPTH = 40

interface Open {
  readonly tag: string
  readonly attributes: string
  readonly content: Array<Element | string>
}

const endOfTag = (text: string, from: number): number => {
  let quote = ""
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? ""
    if (quote !== "") {
      if (char === quote) quote = ""
    } else if (char === `"` || char === "'") quote = char
    else if (char === ">") return at + 1
  }
  return -1
}

export interface XmlDocument {
  readonly head: string
  readonly root: Element
  readonly tail: string
}

/** Null: malformed, nested too deeply, or with a document type (custom entities are never expanded). */
export const parseXmlDocument = (text: string): XmlDocument | null => {
  const open: Array<Open> = []
  let root: Element | null = null
  let at = 0
  let begin = 0
  let behind = 0
  const put = (part: Element | string): boolean => {
    const parent = open.at(-1)
    if (parent !== undefined) parent.content.push(part)
    else if (typeof part === "string") return part.trim() === "" || part === "\ufeff"
    else if (root !== null) return false
    else root = part
    return true
  }
  while (at < text.length) {
    const next = text.indexOf("<", at)
    if (next !== at) {
      if (!put(text.slice(at, next < 0 ? text.length : next))) return null
      if (next < 0) break
      at = next
      continue
    }
    const skipped = text.startsWith("<?", at) ? "?>" : text.startsWith("<!--", at) ? "-->" : ""
    if (skipped !== "") {
      const end = text.indexOf(skipped, at)
      if (end < 0) return null
      if (open.length > 0) put(text.slice(at, end + skipped.length))
      at = end + skipped.length
      continue
    }
    if (text.startsWith("<!", at)) return null
    const end = endOfTag(text, at)
    if (end < 0) return null
    if (root === null) {
      if (open.length === 0) begin = at
      behind = end
    }
    if (text[at + 1] === "/") {
      const closing = open.pop()
      const name = text.slice(at + 2, end - 1)
      if (closing === undefined || name.trimEnd() !== closing.tag) return null
      const space = name.slice(closing.tag.length)
      if (!put({ ...closing, closed: false, ...(space === "" ? {} : { end: space }) })) return null
    } else {
      const closed = text[end - 2] === "/"
      const inside = text.slice(at + 1, end - (closed ? 2 : 1))
      const tag = tagName.exec(inside)?.[0]
      if (tag === undefined || open.length >= MAX_DEPTH) return null
      const attributes = inside.slice(tag.length)
      if (attributes !== "" && !/^\s/.test(attributes)) return null
      if (closed) {
        if (!put({ tag, attributes, closed, content: [] })) return null
      } else open.push({ tag, attributes, content: [] })
    }
    at = end
  }
  return open.length === 0 && root !== null ? { head: text.slice(0, begin), root, tail: text.slice(behind) } : null
}

export const parseXml = (text: string): Element | null => parseXmlDocument(text)?.root ?? null
