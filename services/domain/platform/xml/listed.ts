import { canonicalJson } from "../audit/canonicalJson.ts"
import type { Element } from "./Element.ts"

interface Listed<Item> {
  readonly item: Item
  readonly element: Element
}

/** Elements that an edit drops. */
export interface DroppedElements {
  /** While new items are added: whether one of these replaces it cannot be told. */
  readonly replaced: Array<Element>
  /** While no item is added: the edit removes it. */
  readonly removed: Array<Element>
}

/** A value in one spelling, whatever the order of its fields. */
const spell = (value: unknown): string => canonicalJson(JSON.stringify(value))
export const isSame = (one: unknown, other: unknown): boolean => spell(one) === spell(other)

/** Elements by what they are found by; each is given out once, the first first. */
const shelf = <Item>(before: ReadonlyArray<Listed<Item>>, keyOf: (one: Listed<Item>) => string | null) => {
  const elements = new Map<string, Array<Listed<Item>>>()
  for (const one of [...before].reverse()) {
    const key = keyOf(one)
    if (key === null) continue
    const list = elements.get(key)
    if (list === undefined) elements.set(key, [one])
    else list.push(one)
  }
  return (key: string): Listed<Item> | undefined => elements.get(key)?.pop()
}

/** Whether exactly one field differs, as in an item with another name. */
const differsInOneField = (one: object, other: object): boolean => {
  const before = new Map(Object.entries(one))
  return Object.entries(other).filter(([field, value]) => !isSame(before.get(field) ?? null, value ?? null)).length === 1
}

/**
 * The elements of a list for its new items. An item that equals an old one keeps that element as it is. One with the key of an old
 * one, or in its place with one field changed (without a key in a list of the same length: with any change), gets an element made
 * from the old one; other items get new elements. Elements that no item uses are added to `dropped`.
 */
export const listed = <Item extends object>(
  before: ReadonlyArray<Listed<Item>>, items: ReadonlyArray<Item>,
  keyOf: (item: Item) => string | null, made: (item: Item, old: Element | undefined) => Element, dropped: DroppedElements
): ReadonlyArray<Element> => {
  const used = new Set<Listed<Item>>()
  const take = (one: Listed<Item> | undefined): Listed<Item> | undefined => {
    if (one !== undefined) used.add(one)
    return one
  }
  const equal = shelf(before, ({ item }) => spell(item))
  const unchanged = items.map((item) => take(equal(spell(item))))
  const sameKey = shelf(before.filter((one) => !used.has(one)), ({ item }) => keyOf(item))
  const byKey = items.map((item, index) => {
    const key = keyOf(item)
    return unchanged[index] ?? (key === null ? undefined : take(sameKey(key)))
  })
  const sources = items.map((item, index) => {
    const there = before[index]
    if (byKey[index] !== undefined || there === undefined || used.has(there)) return byKey[index]
    const keyless = before.length === items.length && (keyOf(there.item) === null || keyOf(item) === null)
    return keyless || differsInOneField(there.item, item) ? take(there) : undefined
  })
  const list = sources.includes(undefined) ? dropped.replaced : dropped.removed
  for (const one of before) if (!used.has(one)) list.push(one.element)
  return items.map((item, index) => unchanged[index]?.element ?? made(item, sources[index]?.element))
}
