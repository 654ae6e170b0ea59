/**
 * An element of an XML document as it was written: what nobody changes is printed byte for byte as it came. Text stays
 * escaped here; `textOf` and `leaf` translate.
 */
export interface Element {
  /** With its namespace prefix, if it has one. */
  readonly tag: string
  /** What stands in the tag behind the name, with the space before it. */
  readonly attributes: string
  /** Written as `<a/>`. */
  readonly closed: boolean
  /** The space before the `>` of its end tag; left out: none. */
  readonly end?: string
  readonly content: ReadonlyArray<Element | string>
}

const isElement = (part: Element | string): part is Element => typeof part !== "string"

/** The name without its namespace prefix. */
export const nameOf = ({ tag }: Element): string => tag.slice(tag.indexOf(":") + 1)

export const elementsOf = (element: Element | undefined, name: string): ReadonlyArray<Element> =>
  element === undefined ? [] : element.content.filter(isElement).filter((part) => nameOf(part) === name)

/** The first element of a path, e.g. `find(rule, "Filter", "Prefix")`. */
export const find = (element: Element | undefined, ...path: ReadonlyArray<string>): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => elementsOf(at, name)[0], element)

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: `"`, apos: "'" }

const unescaped = (raw: string): string =>
  raw.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (entity, decimal?: string, hex?: string, name?: string) => {
    const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : -1
    return point >= 0 ? (point <= 0x10ffff ? String.fromCodePoint(point) : entity) : named[name ?? ""] ?? entity
  })

// comments and processing instructions are kept among the text, which itself never begins so
const isText = (part: Element | string): part is string => typeof part === "string" && !part.startsWith("<")

/** The text of an element; undefined where there is no such element. */
export const textOf = (element: Element | undefined): string | undefined =>
  element === undefined ? undefined : unescaped(element.content.filter(isText).join(""))

/** The text at a path. */
export const textAt = (element: Element | undefined, ...path: ReadonlyArray<string>): string | undefined => textOf(find(element, ...path))

/** The texts of all elements of a name. */
export const textsOf = (element: Element | undefined, name: string): ReadonlyArray<string> =>
  elementsOf(element, name).map((part) => textOf(part) ?? "")

// a return and what is no text in XML 1.0 would arrive as something else
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" }

export const leaf = (tag: string, text: string | number | boolean): Element =>
  ({ tag, attributes: "", closed: false, content: [String(text).replace(/[&<>\r]/g, (char) => escapes[char] ?? char)] })

/** A new element; parts that are undefined are left out. */
export const element = (tag: string, ...content: ReadonlyArray<Element | undefined>): Element =>
  ({ tag, attributes: "", closed: false, content: content.filter((part) => part !== undefined) })

const isLeaf = ({ content }: Element): boolean => !content.some(isElement)

const says = (part: Element): string => `${nameOf(part)}\n${textOf(part) ?? ""}`

const byWhat = (parts: ReadonlyArray<Element>, what: (part: Element) => string): ReadonlyMap<string, Array<Element>> => {
  const found = new Map<string, Array<Element>>()
  for (const part of parts) {
    const same = found.get(what(part))
    if (same === undefined) found.set(what(part), [part])
    else same.push(part)
  }
  return found
}

/** Each part, or in its place the old one that says the same; what is the only one of its name keeps the tag of the old one. */
const reusing = (old: ReadonlyArray<Element>, parts: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const kept = new Set(old)
  const left = byWhat(old.filter((part) => isLeaf(part) && !parts.includes(part)), says)
  const [before, after] = [byWhat(old, nameOf), byWhat(parts, nameOf)]
  return parts.map((part) => {
    if (kept.has(part) || !isLeaf(part)) return part
    const same = left.get(says(part))?.shift()
    if (same !== undefined) return same
    const name = nameOf(part)
    const [only, another] = before.get(name) ?? []
    const alone = another === undefined && after.get(name)?.length === 1 && part.attributes === ""
    return only !== undefined && alone ? { ...only, closed: false, content: part.content } : part
  })
}

/**
 * The same element with other parts of the names in `owned`: each stands where the next old one of its name stood, what is
 * more of it behind the last, and everything else stays as it was, what we do not know among it.
 */
export const withParts = (before: Element, owned: ReadonlyArray<string>, parts: ReadonlyArray<Element | undefined>): Element => {
  const isOwned = (part: Element | string): part is Element => isElement(part) && owned.includes(nameOf(part))
  const fresh = [...reusing(before.content.filter(isOwned), parts.filter((part) => part !== undefined))]
  const content: Array<Element | string> = []
  for (const part of before.content) {
    const at = isOwned(part) ? fresh.findIndex((one) => nameOf(one) === nameOf(part)) : -1
    if (at >= 0) content.push(...fresh.splice(at, 1))
    else if (!isOwned(part)) content.push(part)
  }
  for (const part of fresh) {
    const sameName = content.findLastIndex((one) => isElement(one) && nameOf(one) === nameOf(part))
    const anchor = sameName >= 0 ? sameName : content.findLastIndex(isOwned)
    content.splice(anchor < 0 ? content.length : anchor + 1, 0, part)
  }
  return { ...before, closed: false, content }
}

/** An element of a path that another one has, made where it is missing, with its content changed. */
export const within = (parent: Element, name: string, change: (part: Element) => Element): Element =>
  withParts(parent, [name], elementsOf(parent, name).length === 0 ? [change(element(name))] : elementsOf(parent, name).map((part, index) => index === 0 ? change(part) : part))
