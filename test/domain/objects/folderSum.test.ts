import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { folderSum, type SizedEntry } from "#domain/objects/folderSum.ts"
import { keyOrder } from "#domain/objects/keyOrder.ts"

const day = 86_400_000
const now = 1_000 * day
const entry = (key: string, more: Partial<SizedEntry> = {}): SizedEntry => ({
  key,
  bytes: 10,
  writtenAt: now - day / 2,
  storageClass: "STANDARD",
  kind: "current",
  ...more
})

const summed = (prefix: string, entries: ReadonlyArray<SizedEntry>, named?: number) => {
  const sum = folderSum(prefix, now, named)
  for (const one of entries.toSorted((one, other) => keyOrder(one.key, other.key))) sum.add(one)
  return sum.result()
}

const Entries = Schema.Array(
  Schema.Struct({
    folder: Schema.Literals(["", "a/", "b/", "c/", "d/e/"]),
    name: Schema.Literals(["x", "y", "z", "ä/q"]),
    bytes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })),
    kind: Schema.Literals(["current", "hidden", "marker"])
  })
).check(Schema.isMaxLength(60))

it.prop(
  "children and the rest are the whole, and the children are the largest",
  { some: Entries, named: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })) },
  ({ named, some }) => {
    const entries = some.map(({ bytes, folder, kind, name }) =>
      entry(`p/${folder}${name}`, { bytes: kind === "marker" ? 0 : bytes, kind })
    )
    const few = summed("p/", entries, named)
    const all = summed("p/", entries, 1_000)
    assert.isAtMost(few.children.length, named)
    assert.deepStrictEqual(few.children, all.children.slice(0, named))
    assert.strictEqual(few.rest.children, all.children.length - few.children.length)
    for (const name of ["objects", "bytes", "hidden_versions", "hidden_bytes", "delete_markers"] as const) {
      assert.strictEqual(few[name], all[name])
      assert.strictEqual(
        [...few.children, few.rest].reduce((total, child) => total + child[name], 0),
        few[name],
        name
      )
    }
    assert.strictEqual(
      few.bytes,
      entries.reduce((total, { bytes, kind }) => (kind === "current" ? total + bytes : total), 0)
    )
    for (const parts of [few.storage_classes, few.ages]) {
      assert.strictEqual(
        parts.reduce((total, { objects }) => total + objects, 0),
        few.objects
      )
      assert.strictEqual(
        parts.reduce((total, { bytes }) => total + bytes, 0),
        few.bytes
      )
    }
  }
)

it("tells folders from objects, by what follows the prefix", () => {
  const { children } = summed("p/", [
    entry("p/"),
    entry("p//e"),
    entry("p/a", { bytes: 30 }),
    entry("p/a/1"),
    entry("p/a/b/2")
  ])
  assert.deepStrictEqual(
    children.map(({ bytes, key, kind }) => [key, kind, bytes]),
    [
      ["p/a", "object", 30],
      ["p/a/", "folder", 20],
      ["p/", "object", 10],
      ["p//", "folder", 10]
    ]
  )
})

it("ages end where they say, and what has no time is old", () => {
  const { ages } = summed(
    "",
    [0.5, 1, 6.9, 29, 364, 365, null].map((days, at) =>
      entry(`${at}`, { writtenAt: days === null ? null : now - days * day })
    )
  )
  assert.deepStrictEqual(
    ages.map(({ days, objects }) => [days, objects]),
    [
      [1, 1],
      [7, 2],
      [30, 1],
      [90, 0],
      [365, 1],
      [null, 2]
    ]
  )
})

it("holds no more for a million children than for a hundred", () => {
  const sum = folderSum("", now)
  for (let at = 0; at < 1_000_000; at++)
    sum.add(entry(`folder-${String(at).padStart(7, "0")}/object`, { bytes: at, storageClass: `class ${at % 1_000}` }))
  const size = sum.result()
  assert.strictEqual(size.objects, 1_000_000)
  assert.strictEqual(size.children.length, 100)
  assert.strictEqual(size.rest.children, 999_900)
  assert.strictEqual(size.children[0]?.bytes, 999_999)
  assert.isAtMost(size.storage_classes.length, 51)
  assert.strictEqual(size.bytes, 999_999 * 500_000)
})
