/** XML element that prints byte for byte as parsed. Text stays escaped; use `textOf` and `leaf`. */
export interface Element {
  readonly tag: string
  /** Raw text after the name, including leading space. */
  readonly attributes: string
  readonly closed: boolean
  readonly end?: string
  readonly content: ReadonlyArray<Element | string>
}

const isElement = (part: Element | string): part is Element => typeof part !== "string"

export const nameOf = ({ tag }: Element): string => tag.slice(tag.indexOf(":") + 1)

export const elementsOf = (element: Element | undefined, name: string): ReadonlyArray<Element> =>
  element === undefined ? [] : element.content.filter(isElement).filter((part) => nameOf(part) === name)

export const findElement = (element: Element | undefined, ...path: ReadonlyArray<string>): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => elementsOf(at, name)[0], element)

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: `"`, apos: "'" }

const unescaped = (raw: string): string =>
  raw.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g,
    (entity, decimal?: string, hex?: string, name?: string) => {
      const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : -1
      return point >= 0 ? (point <= 0x10ffff ? String.fromCodePoint(point) : entity) : (ENTITIES[name ?? ""] ?? entity)
    }
  )

// comments and processing instructions are stored as strings that begin with "<"
const isText = (part: Element | string): part is string => typeof part === "string" && !part.startsWith("<")

export const textOf = (element: Element | undefined): string | undefined =>
  element === undefined ? undefined : unescaped(element.content.filter(isText).join(""))

export const textAt = (element: Element | undefined, ...path: ReadonlyArray<string>): string | undefined =>
  textOf(findElement(element, ...path))

export const textsOf = (element: Element | undefined, name: string): ReadonlyArray<string> =>
  elementsOf(element, name).map((part) => textOf(part) ?? "")

// parsers normalise a raw carriage return
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" }

export const leaf = (tag: string, text: string | number | boolean): Element => ({
  tag,
  attributes: "",
  closed: false,
  content: [String(text).replace(/[&<>\r]/g, (char) => escapes[char] ?? char)]
})

export const element = (tag: string, ...content: ReadonlyArray<Element | undefined>): Element => ({
  tag,
  attributes: "",
  closed: false,
  content: content.filter((part) => part !== undefined)
})

const isLeaf = ({ content }: Element): boolean => !content.some(isElement)

const nameAndText = (part: Element): string => `${nameOf(part)}\n${textOf(part) ?? ""}`

const groupBy = (
  parts: ReadonlyArray<Element>,
  keyOf: (part: Element) => string
): ReadonlyMap<string, Array<Element>> => {
  const partsByKey = new Map<string, Array<Element>>()
  for (const part of parts) {
    const same = partsByKey.get(keyOf(part))
    if (same === undefined) partsByKey.set(keyOf(part), [part])
    else same.push(part)
  }
  return partsByKey
}

/** Replaces parts by equal old elements; a part whose name is unique before and after keeps the old tag. */
const reusing = (old: ReadonlyArray<Element>, parts: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const oldElements = new Set(old)
  const unusedLeaves = groupBy(
    old.filter((part) => isLeaf(part) && !parts.includes(part)),
    nameAndText
  )
  const [before, after] = [groupBy(old, nameOf), groupBy(parts, nameOf)]
  return parts.map((part) => {
    if (oldElements.has(part) || !isLeaf(part)) return part
    const same = unusedLeaves.get(nameAndText(part))?.shift()
    if (same !== undefined) return same
    const name = nameOf(part)
    const [only, another] = before.get(name) ?? []
    const alone = another === undefined && after.get(name)?.length === 1 && part.attributes === ""
    return only !== undefined && alone ? { ...only, closed: false, content: part.content } : part
  })
}

/** New children take the positions of old ones of their name, extra ones follow; unknown elements stay. */
export const withParts = (
  before: Element,
  owned: ReadonlyArray<string>,
  parts: ReadonlyArray<Element | undefined>
): Element => {
  const isOwned = (part: Element | string): part is Element => isElement(part) && owned.includes(nameOf(part))
  const fresh = [
    ...reusing(
      before.content.filter(isOwned),
      parts.filter((part) => part !== undefined)
    )
  ]
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

export const updateElement = (parent: Element, name: string, change: (part: Element) => Element): Element =>
  withParts(
    parent,
    [name],
    elementsOf(parent, name).length === 0
      ? [change(element(name))]
      : elementsOf(parent, name).map((part, index) => (index === 0 ? change(part) : part))
  )
