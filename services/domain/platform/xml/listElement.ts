import { canonicalJson } from "../audit/canonicalJson.ts"
import type { Element } from "./Element.ts"

interface Listed<Item> {
  readonly item: Item
  readonly element: Element
}

export interface DroppedElements {
  /** Dropped while new items are added: it is unclear whether they were replaced. */
  readonly replaced: Array<Element>
  readonly removed: Array<Element>
}

const spell = (value: unknown): string => canonicalJson(JSON.stringify(value))
export const isEqualValue = (one: unknown, other: unknown): boolean => spell(one) === spell(other)

const queueByKey = <Item>(before: ReadonlyArray<Listed<Item>>, keyOf: (one: Listed<Item>) => string | null) => {
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

const differsInOneField = (one: object, other: object): boolean => {
  const before = new Map(Object.entries(one))
  return (
    Object.entries(other).filter(([field, value]) => !isEqualValue(before.get(field) ?? null, value ?? null)).length ===
    1
  )
}

/** Keeps equal items; derives one from the old element of its key, or of its position with one changed field. */
export const listElement = <Item extends object>(
  before: ReadonlyArray<Listed<Item>>,
  items: ReadonlyArray<Item>,
  keyOf: (item: Item) => string | null,
  makeElement: (item: Item, old: Element | undefined) => Element,
  dropped: DroppedElements
): ReadonlyArray<Element> => {
  const used = new Set<Listed<Item>>()
  const take = (one: Listed<Item> | undefined): Listed<Item> | undefined => {
    if (one !== undefined) used.add(one)
    return one
  }
  const equal = queueByKey(before, ({ item }) => spell(item))
  const unchanged = items.map((item) => take(equal(spell(item))))
  const sameKey = queueByKey(
    before.filter((one) => !used.has(one)),
    ({ item }) => keyOf(item)
  )
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
  return items.map((item, index) => unchanged[index]?.element ?? makeElement(item, sources[index]?.element))
}
