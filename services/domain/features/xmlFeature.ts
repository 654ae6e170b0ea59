import { canonicalJson } from "../audit/canonicalJson.ts"
import type { Element } from "../xml/Element.ts"
import { nameOf } from "../xml/Element.ts"
import { parseXmlDocument } from "../xml/parseXml.ts"
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
    const document = stored === null ? null : parseXmlDocument(stored)
    return document !== null && nameOf(document.root) === root ? document : null
  }
  const understand = (stored: string | null) => {
    if (stored === null) return { value: null }
    const document = documentOf(stored)
    const value = document === null ? undefined : read(document.root)
    return value === undefined ? null : { value }
  }
  return {
    understand,
    express: (value, stored) => {
      if (value === null) return null
      const before = understand(stored)?.value ?? null
      if (stored !== null && same(before, value)) return stored
      const { head, root: element, tail } = documentOf(stored) ??
        { head: "", root: { tag: root, attributes: namespace, closed: false, content: [] }, tail: "" }
      return `${head}${printXml(write(value, element, before))}${tail}`
    }
  }
}

/** What a value says, whatever the order of its fields. */
const wordsOf = (value: unknown): string => canonicalJson(JSON.stringify(value))
const same = (one: unknown, other: unknown): boolean => wordsOf(one) === wordsOf(other)

interface Listed<Item> {
  readonly item: Item
  readonly element: Element
}

/** Elements by what they are found by; each is given out once, the first first. */
const shelf = <Item>(before: ReadonlyArray<Listed<Item>>, keyOf: (one: Listed<Item>) => string | null) => {
  const kept = new Map<string, Array<Listed<Item>>>()
  for (const one of [...before].reverse()) {
    const key = keyOf(one)
    if (key !== null) kept.set(key, [...(kept.get(key) ?? []), one])
  }
  return (key: string): Listed<Item> | undefined => kept.get(key)?.pop()
}

/** Whether one field alone says something else, as of what was given another name. */
const renamed = (one: object, other: object): boolean => {
  const before = new Map(Object.entries(one))
  return Object.entries(other).filter(([field, value]) => !same(before.get(field) ?? null, value ?? null)).length === 1
}

/**
 * The elements of a list as they are to be: what is the same as before keeps its element as it was; what has the same key, or
 * in its old place another one, gets a new one made from its old; the rest is made anew.
 */
export const listed = <Item extends object>(
  before: ReadonlyArray<Listed<Item>>, items: ReadonlyArray<Item>,
  keyOf: (item: Item) => string | null, made: (item: Item, old: Element | undefined) => Element
): ReadonlyArray<Element> => {
  const used = new Set<Listed<Item>>()
  const taken = (one: Listed<Item> | undefined): Listed<Item> | undefined => {
    if (one !== undefined) used.add(one)
    return one
  }
  const bySaying = shelf(before, ({ item }) => wordsOf(item))
  const unchanged = items.map((item) => taken(bySaying(wordsOf(item))))
  const byKey = shelf(before.filter((one) => !used.has(one)), ({ item }) => keyOf(item))
  const found = items.map((item, index) => {
    const key = keyOf(item)
    return unchanged[index] ?? (key === null ? undefined : taken(byKey(key)))
  })
  return items.map((item, index) => {
    const kept = unchanged[index]
    if (kept !== undefined) return kept.element
    const there = before[index]
    const old = found[index] ?? (there !== undefined && !used.has(there) && renamed(there.item, item) ? there : undefined)
    return made(item, old?.element)
  })
}
