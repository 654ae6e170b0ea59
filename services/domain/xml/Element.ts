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

/** The text of an element; undefined where there is no such element. */
export const textOf = (element: Element | undefined): string | undefined =>
  element === undefined ? undefined : unescaped(element.content.filter((part) => typeof part === "string").join(""))

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

/**
 * The same element with other parts of the names in `owned`: they stand where the first of them stood, and everything else
 * stays as it was, what we do not know among it.
 */
export const withParts = (before: Element, owned: ReadonlyArray<string>, parts: ReadonlyArray<Element | undefined>): Element => {
  const fresh = parts.filter((part) => part !== undefined)
  const isOwned = (part: Element | string) => isElement(part) && owned.includes(nameOf(part))
  const first = before.content.findIndex(isOwned)
  const at = first < 0 ? before.content.length : first
  const rest = (some: ReadonlyArray<Element | string>) => some.filter((part) => !isOwned(part))
  return { ...before, closed: false, content: [...rest(before.content.slice(0, at)), ...fresh, ...rest(before.content.slice(at))] }
}
