import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { newAccountOf } from "../../frontend/src/features/accounts/storage-access/new-account.ts"
import { fullness, usedText } from "../../frontend/src/features/accounts/rgw-settings/usage.ts"
import {
  enteredBytes,
  enteredCount,
  countText,
  typedSizeOf,
  sizeText
} from "../../frontend/src/features/accounts/rgw-settings/amounts.ts"

const Bytes = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

const blamed = (work: () => unknown): string => {
  try {
    work()
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.errors.map(({ path }) => path.join(".")).join(" ")
    throw cause
  }
  return "nobody"
}

describe("amounts that are typed", () => {
  it.prop(
    "what is shown in a field and saved again is the same to the byte",
    { value: Bytes, power: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })) },
    ({ power, value }) => {
      for (const size of [value, (value % 1000) * 1024 ** power]) {
        if (!Number.isSafeInteger(size)) continue
        const { amount, unit } = typedSizeOf(size)
        assert.strictEqual(enteredBytes({ size: amount, size_unit: unit }, "size"), size)
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it("empty is unlimited, and comes back empty", () => {
    assert.deepStrictEqual(typedSizeOf(null), { amount: "", unit: "GiB" })
    assert.isNull(enteredBytes({ size: " ", size_unit: "GiB" }, "size"))
    assert.isNull(enteredCount({ most: "" }, "most"))
    assert.isNull(enteredCount({}, "most"))
  })

  it("accepts halves of a unit, and refuses fractions of bytes, non-numbers and too large values", () => {
    assert.strictEqual(enteredBytes({ size: "1.5", size_unit: "GiB" }, "size"), 1610612736)
    for (const [size, unit] of [
      ["ten", "GiB"],
      ["-1", "B"],
      ["1e3", "KiB"],
      ["0.3", "KiB"],
      ["9999999999", "PiB"],
      ["1,5", "GiB"],
      ["0x10", "B"]
    ] as const) {
      assert.strictEqual(
        blamed(() => enteredBytes({ size, size_unit: unit }, "size")),
        "size",
        `${size} ${unit}`
      )
    }
    for (const most of ["1.5", "-1", "many", "99999999999999999999"])
      assert.strictEqual(
        blamed(() => enteredCount({ most }, "most")),
        "most",
        most
      )
    assert.strictEqual(
      blamed(() => enteredCount({ most: "0" }, "most", 1)),
      "most"
    )
    assert.strictEqual(enteredCount({ most: "0" }, "most"), 0)
  })

  it("says what it is in units and in bytes, and what 0 and nothing mean", () => {
    assert.strictEqual(sizeText(10 * 1024 ** 3), "10 GiB (10,737,418,240 bytes)")
    assert.strictEqual(sizeText(512), "512 bytes")
    assert.deepStrictEqual(
      [sizeText(null), countText(null), countText(0), countText(1234)],
      ["Unlimited", "Unlimited", "0: none", "1,234"]
    )
  })
})

describe("how much of a quota is used", () => {
  it("is said with its bound, with none, and with one that allows nothing", () => {
    assert.strictEqual(usedText("bytes", 1536 * 1024, 10 * 1024 ** 2), "1.5 MiB of 10 MiB")
    assert.strictEqual(usedText("objects", 1, 1000), "1 object of 1,000")
    assert.strictEqual(usedText("objects", 2, null), "2 objects, no limit")
    assert.strictEqual(usedText("bytes", 0, 0), "0 B, none allowed")
  })
  it("the fuller of both bounds counts; no bound has no fullness; a zero quota is full", () => {
    assert.strictEqual(
      fullness([
        { used: 5, limit: 10 },
        { used: 9, limit: 10 }
      ]),
      0.9
    )
    assert.strictEqual(
      fullness([
        { used: 15, limit: 10 },
        { used: 9, limit: null }
      ]),
      1.5
    )
    assert.isNull(
      fullness([
        { used: 15, limit: null },
        { used: 9, limit: null }
      ])
    )
    assert.strictEqual(fullness([{ used: 0, limit: 0 }]), 1)
  })
})

describe("the limit on buckets of an account that is made", () => {
  it("is a number, none at all, unlimited, or the gateway's", () => {
    const bucketLimitOf = (values: Readonly<Record<string, string>>) => newAccountOf(values).limits?.max_buckets
    assert.strictEqual(bucketLimitOf({ max_buckets: "12" }), 12)
    assert.strictEqual(bucketLimitOf({ max_buckets: "0" }), 0)
    assert.isNull(bucketLimitOf({ max_buckets: " ", unlimited_buckets: "true" }))
    assert.isUndefined(bucketLimitOf({ max_buckets: "" }))
    assert.strictEqual(
      blamed(() => bucketLimitOf({ max_buckets: "5", unlimited_buckets: "true" })),
      "max_buckets"
    )
    assert.strictEqual(
      blamed(() => bucketLimitOf({ max_buckets: "-1" })),
      "max_buckets"
    )
  })
})
