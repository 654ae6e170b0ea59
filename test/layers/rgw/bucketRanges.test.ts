import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { bucketRanges, cutToRange } from "#layers/rgw/bucketRanges.ts"

const Name = Schema.String.check(Schema.isPattern(/^[a-z0-9.-]{1,6}$/))
const Names = Schema.Array(Name)
const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))

const page = (names: ReadonlyArray<string>, after: string | null, size: number) => {
  const rest = [...new Set(names)].sort().filter((name) => after === null || name > after)
  const buckets = rest.slice(0, size).map((name) => ({ name }))
  return { buckets, marker: rest.length > size ? (buckets.at(-1)?.name ?? null) : null }
}

const readAll = (known: ReadonlyArray<string>, there: ReadonlyArray<string>, size: number) =>
  bucketRanges(known, size).flatMap((range) => {
    const read: Array<string> = []
    let after = range.after
    do {
      const { found, next } = cutToRange(range, page(there, after, size))
      read.push(...found.map(({ name }) => name))
      after = next
    } while (after !== null)
    return read
  })

describe("ranges of an owner's buckets", () => {
  it.prop(
    "find every bucket exactly once, also those that came or went since the names were read",
    { known: Names, there: Names, size: Size },
    ({ known, size, there }) => {
      assert.deepStrictEqual(readAll(known, there, size).sort(), [...new Set(there)].sort())
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("hold no more known names than a page", { known: Names, size: Size }, ({ known, size }) => {
    const names = [...new Set(known)].sort()
    const counts = bucketRanges(names, size).map(
      ({ after, upTo }) =>
        names.filter((name) => (after === null || name > after) && (upTo === null || name <= upTo)).length
    )
    assert.isTrue(counts.every((count) => count <= size))
    assert.strictEqual(
      counts.reduce((sum, count) => sum + count, 0),
      names.length
    )
    assert.strictEqual(counts.length, Math.max(1, Math.ceil(names.length / size)))
  })
})
