import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { bucketNameFault } from "#domain/buckets/namesBucket.ts"

const Plain = Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/))

describe("bucket names", () => {
  it("accepts what S3 accepts", () => {
    for (const name of ["abc", "my-bucket", "logs.2026.example", "1a2", "a".repeat(63)])
      assert.isNull(bucketNameFault(name), name)
  })

  it("says why S3 forbids a name", () => {
    const bad = [
      "",
      "ab",
      "a".repeat(64),
      "Upper",
      "under_score",
      "-start",
      "end-",
      "two..dots",
      "dot.-dash",
      "192.168.1.1",
      "xn--a",
      "sthree-a",
      "a-s3alias",
      "ä-umlaut",
      "a b",
      "a/b"
    ]
    for (const name of bad) assert.isString(bucketNameFault(name), name)
  })

  it.prop(
    "lower-case letters, digits and hyphens are always fine, but for reserved prefixes",
    { name: Plain },
    ({ name }) => {
      if (!/^(xn--|sthree-)|(-s3alias)$/.test(name)) assert.isNull(bucketNameFault(name))
    }
  )
})
