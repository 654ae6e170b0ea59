import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Merge, mergeByKey } from "#domain/buckets/changes/mergeByKey.ts"

interface Part {
  readonly id: string | null
  readonly value: number
}

const Id = Schema.Literals(["a", "b", "c", "d", "e"])
const Value = Schema.Literals([0, 1, 2])
const Stored = Schema.Array(Schema.Struct({ id: Schema.NullOr(Id), value: Value })).check(Schema.isMaxLength(6))
const Generated = Schema.Struct({
  set: Schema.Array(Schema.Struct({ id: Id, value: Value })),
  remove: Schema.Array(Id)
})

const mergeOf = ({ remove, set }: typeof Generated.Type): Merge<Part> => {
  const first = set.filter(({ id }, at) => set.findIndex((one) => one.id === id) === at)
  return { set: first, remove: [...new Set(remove)].filter((one) => first.every(({ id }) => id !== one)) }
}

const slowly = (current: ReadonlyArray<Part>, { remove, set }: Merge<Part>): ReadonlyArray<Part> => {
  let parts = [...current]
  for (const id of remove) parts = parts.filter((one) => one.id !== id)
  for (const wanted of set) {
    if (!current.some(({ id }) => id === wanted.id)) parts.push(wanted)
    else parts = parts.map((one) => (one.id === wanted.id ? wanted : one))
  }
  return parts
}

const merged = (current: ReadonlyArray<Part>, change: Merge<Part>) => mergeByKey(current, change, ({ id }) => id)

it.prop(
  "a merge equals the same change key by key, and keeps all other parts in order",
  [Stored, Generated],
  ([current, generated]) => {
    const change = mergeOf(generated)
    const { parts } = merged(current, change)
    assert.deepStrictEqual(parts, slowly(current, change))
    const named = new Set([...change.set.map(({ id }) => id), ...change.remove])
    const others = (of: ReadonlyArray<Part>) => of.filter(({ id }) => id === null || !named.has(id))
    assert.deepStrictEqual(others(parts), others(current))
  }
)

it.prop(
  "a merge reports each key once as added, replaced or removed, and changes nothing the second time",
  [Stored, Generated],
  ([current, generated]) => {
    const change = mergeOf(generated)
    const { added, ambiguous, parts, removed, replaced } = merged(current, change)
    const reported = [...added, ...replaced, ...removed]
    assert.strictEqual(new Set(reported).size, reported.length)
    assert.sameMembers(
      [...added, ...replaced],
      change.set.flatMap(({ id }) => id ?? [])
    )
    const count = (id: string) => current.filter((one) => one.id === id).length
    assert.isTrue(ambiguous.every((id) => count(id) > 1))
    assert.deepStrictEqual(merged(parts, change).parts, parts)
  }
)
