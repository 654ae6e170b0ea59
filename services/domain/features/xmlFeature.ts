import type { Element } from "../xml/Element.ts"
import { nameOf } from "../xml/Element.ts"
import { parseXml } from "../xml/parseXml.ts"
import { printXml } from "../xml/printXml.ts"
import type { Feature } from "./Feature.ts"

/** S3's namespace: some gateways refuse a document without it. */
const namespace = ` xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`

interface XmlCodec<Value> {
  /** The name of the document's root. */
  readonly root: string
  /** Null: the document says that there is none. Undefined: it is not understood. */
  readonly read: (root: Element) => Value | null | undefined
  /** The root with what the value says; the one given is the gateway's, or empty. */
  readonly write: (value: Value, root: Element, before: Value | null) => Element
}

/** How a feature that is an XML document is understood and expressed. */
export const xmlCodec = <Value>({ read, root, write }: XmlCodec<Value>): Pick<Feature<Value>, "understand" | "express"> => {
  const documentOf = (stored: string | null) => {
    const document = stored === null ? null : parseXml(stored)
    return document !== null && nameOf(document) === root ? document : null
  }
  const understand = (stored: string | null) => {
    if (stored === null) return { value: null }
    const document = documentOf(stored)
    const value = document === null ? undefined : read(document)
    return value === undefined ? null : { value }
  }
  return {
    understand,
    express: (value, stored) => {
      if (value === null) return null
      const document = documentOf(stored) ?? { tag: root, attributes: namespace, closed: false, content: [] }
      return printXml(write(value, document, understand(stored)?.value ?? null))
    }
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The elements of a list as they are to be: what is the same as before keeps its element as it was; what has the same key gets
 * a new one made from its old; the rest is made anew.
 */
export const listed = <Item>(
  before: ReadonlyArray<{ readonly item: Item; readonly element: Element }>, items: ReadonlyArray<Item>,
  keyOf: (item: Item) => string | null, made: (item: Item, old: Element | undefined) => Element
): ReadonlyArray<Element> => {
  const left = [...before]
  const take = (fits: (one: { readonly item: Item }) => boolean): Element | undefined => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]?.element
  }
  const unchanged = items.map((item) => take((one) => same(one.item, item)))
  return items.map((item, index) => {
    const key = keyOf(item)
    return unchanged[index] ?? made(item, key === null ? undefined : take((one) => keyOf(one.item) === key))
  })
}
