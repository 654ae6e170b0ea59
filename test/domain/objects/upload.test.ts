import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { attachment } from "#domain/objects/attachment.ts"
import { ObjectKey } from "#domain/objects/ObjectListing.ts"
import {
  type CorsRule,
  corsAllowsUpload,
  isDirectUpload,
  objectLimitBytes,
  partBytes,
  planUpload,
  singleLimitBytes
} from "#domain/objects/Upload.ts"

const sizes = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: objectLimitBytes }))

describe("the plan of an upload", () => {
  it.prop(
    "has at most 10,000 parts, all but the last alike, none above 5 GiB or below 5 MiB but the last",
    { size: sizes },
    ({ size }) => {
      const plan = planUpload(size)
      assert.isAtMost(plan.part_count, 10_000)
      assert.isAtMost(plan.part_size_bytes, 5 * 1024 ** 3)
      if (plan.strategy === "multipart") assert.isAtLeast(plan.part_size_bytes, 5 * 1024 ** 2)
      const last = partBytes(size, plan.part_size_bytes, plan.part_count)
      assert.strictEqual((plan.part_count - 1) * plan.part_size_bytes + (last ?? Number.NaN), size)
      assert.isNull(partBytes(size, plan.part_size_bytes, plan.part_count + 1))
      assert.isNull(partBytes(size, plan.part_size_bytes, 0))
    }
  )

  it("goes in parts above 16 MiB, and 5 TiB fit", () => {
    assert.strictEqual(planUpload(singleLimitBytes).strategy, "single")
    assert.deepStrictEqual(planUpload(singleLimitBytes + 1), {
      strategy: "multipart",
      part_size_bytes: singleLimitBytes,
      part_count: 2
    })
    assert.isAtMost(planUpload(objectLimitBytes).part_count, 10_000)
  })

  it("keeps parts of 16 MiB up to 10,000 of them, and grows them by whole mebibytes from there", () => {
    const mebibyte = 1024 ** 2
    for (const [size, part, count] of [
      [5 * 1024 ** 3 + 1, 16, 321],
      [10_000 * 16 * mebibyte, 16, 10_000],
      [10_000 * 16 * mebibyte + 1, 17, 9412],
      [5 * 1024 ** 4, 525, 9987]
    ] as const) {
      assert.deepStrictEqual(planUpload(size), {
        strategy: "multipart",
        part_size_bytes: part * mebibyte,
        part_count: count
      })
    }
    assert.strictEqual(partBytes(5 * 1024 ** 3 + 1, 16 * mebibyte, 321), 1)
  })

  it("of an empty file is one empty part", () => {
    assert.deepStrictEqual(planUpload(0), { strategy: "single", part_size_bytes: 1, part_count: 1 })
    assert.strictEqual(partBytes(0, 1, 1), 0)
  })
})

const origin = "https://console.example.org"
const good: CorsRule = { origins: [origin], methods: ["PUT"], headers: ["*"], exposed: ["ETag"] }
const place = { rules: [good], publicOrigin: origin, gatewayUrl: "https://s3.example.org", key: "a/b" }

describe("a transfer goes straight to the gateway", () => {
  it("when one rule allows our origin to PUT typed bodies and to read the ETag", () => {
    assert.isTrue(corsAllowsUpload([good], origin))
    assert.isFalse(corsAllowsUpload([], origin))
    for (const worse of [
      { origins: ["https://other.example.org"] },
      { methods: ["GET"] },
      { headers: [] },
      { exposed: [] }
    ]) {
      assert.isFalse(corsAllowsUpload([{ ...good, ...worse }], origin), JSON.stringify(worse))
    }
    assert.isFalse(
      corsAllowsUpload(
        [
          { ...good, methods: ["GET"] },
          { ...good, exposed: [] }
        ],
        origin
      )
    )
  })

  it.prop(
    "by a pattern exactly when the origin is its two ends with something between",
    {
      before: Schema.String.check(Schema.isPattern(/^[a-z.:/]*$/)),
      middle: Schema.String.check(Schema.isPattern(/^[a-z.]*$/)),
      after: Schema.String.check(Schema.isPattern(/^[a-z.]*$/))
    },
    ({ before, middle, after }) => {
      assert.isTrue(corsAllowsUpload([{ ...good, origins: [`${before}*${after}`] }], `${before}${middle}${after}`))
      assert.isFalse(
        corsAllowsUpload([{ ...good, origins: [`${before}*${after}`] }], `!${before}${middle}${after}`) && before !== ""
      )
      assert.isFalse(corsAllowsUpload([{ ...good, origins: [`${before}**${after}`] }], `${before}${middle}${after}`))
    }
  )

  it("unless a page of https would fetch plain http", () => {
    assert.isTrue(isDirectUpload(place))
    assert.isFalse(isDirectUpload({ ...place, gatewayUrl: "http://s3.example.org" }))
    assert.isTrue(
      isDirectUpload({
        ...place,
        publicOrigin: "http://localhost",
        rules: [{ ...good, origins: ["*"] }],
        gatewayUrl: "http://s3.example.org"
      })
    )
  })

  it("unless its key would not survive in an address", () => {
    for (const key of ["../up", "a/../b", "./here", "a/.", "..", "a/..//b"]) {
      assert.isFalse(isDirectUpload({ ...place, key }), key)
      const sent = new URL(`https://s3.example.org/bucket/${key.split("/").map(encodeURIComponent).join("/")}`).pathname
      assert.notStrictEqual(decodeURIComponent(sent), `/bucket/${key}`, key)
    }
    for (const key of ["...", "a/.hidden", "..a/b..", "%2e%2e/x", " ../x"])
      assert.isTrue(isDirectUpload({ ...place, key }), key)
  })
})

describe("a key", () => {
  it("is 1 to 1,024 bytes of well-formed Unicode, and nothing else is asked of it", () => {
    const fits = Schema.is(ObjectKey)
    for (const key of [" ", "../", "\n", "%", "/", "a".repeat(1024), "ü".repeat(512)])
      assert.isTrue(fits(key), JSON.stringify(key))
    for (const key of ["", "a".repeat(1025), "ü".repeat(513), "\ud800"]) assert.isFalse(fits(key), JSON.stringify(key))
  })

  it.prop("is offered as a file under a header of plain ASCII", { key: Schema.String }, ({ key }) => {
    assert.match(
      attachment(key),
      /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/
    )
  })
})
