import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { keyOrder } from "#domain/objects/keyOrder.ts"
import { mergeListings, type ListingBuffer, type OrderedEntry } from "#domain/objects/comparison/mergeListings.ts"

const Key = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(2))
const Keys = Schema.Array(Key).check(Schema.isMaxLength(30))
const PageSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))

const entriesOf = (keys: ReadonlyArray<string>): ReadonlyArray<OrderedEntry> => {
  const sorted = keys.filter((key) => key.isWellFormed()).toSorted(keyOrder)
  return sorted.map((key, at) => ({ key, index: at - sorted.indexOf(key) }))
}

const nameOf = ({ index, key }: OrderedEntry) => JSON.stringify([key, index])

const slowModel = (source: ReadonlyArray<OrderedEntry>, target: ReadonlyArray<OrderedEntry>) => {
  const all = new Map([...source, ...target].map((entry) => [nameOf(entry), entry]))
  return [...all.values()]
    .toSorted((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) || one.index - other.index)
    .map((entry) => [
      entry.key,
      source.some((one) => nameOf(one) === nameOf(entry)),
      target.some((one) => nameOf(one) === nameOf(entry))
    ])
}

const mergedByPages = (
  source: ReadonlyArray<OrderedEntry>,
  target: ReadonlyArray<OrderedEntry>,
  pages: readonly [number, number]
) => {
  const remaining = { source: [...source], target: [...target] }
  let buffers: Record<"source" | "target", ListingBuffer<OrderedEntry>> = {
    source: { entries: [], more: true },
    target: { entries: [], more: true }
  }
  const found: Array<readonly [string, boolean, boolean]> = []
  const fill = (side: "source" | "target", size: number) => {
    const buffer = buffers[side]
    if (!buffer.more || buffer.entries.length > 0) return buffer
    const entries = remaining[side].splice(0, size)
    return { entries, more: remaining[side].length > 0 }
  }
  for (let round = 0; round < 200; round++) {
    const { pairs, ...rest } = mergeListings(fill("source", pages[0]), fill("target", pages[1]))
    found.push(...pairs.map((pair) => [pair.key, pair.source !== null, pair.target !== null] as const))
    buffers = rest
    if (!rest.source.more && !rest.target.more) return found
    assert.isTrue(
      (rest.source.more && rest.source.entries.length === 0) || (rest.target.more && rest.target.entries.length === 0),
      "a side that continues needs its next page"
    )
  }
  throw new Error("it does not end")
}

describe("merging two listings", () => {
  it.prop(
    "pairs the entries of both sides in UTF-8 order, whatever the page sizes",
    [Keys, Keys, PageSize, PageSize],
    ([source, target, sourcePage, targetPage]) => {
      const [one, other] = [entriesOf(source), entriesOf(target)]
      assert.deepStrictEqual(
        mergedByPages(one, other, [sourcePage, targetPage]).map((pair) => [...pair]),
        slowModel(one, other)
      )
    }
  )

  it("orders a surrogate pair after U+FFFF, as gateways do", () => {
    const keys = entriesOf(["\u{1F600}", "\uFFFD"])
    assert.deepStrictEqual(
      mergedByPages(keys, [], [1, 1]).map(([key]) => key),
      ["\uFFFD", "\u{1F600}"]
    )
  })
})
