import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { UpdateAccount } from "#domain/accounts/StorageAccess.ts"
import { inputIssues, MAX_ISSUES } from "#domain/platform/errors/inputIssues.ts"
import { LdapConfig } from "#domain/identity/federation/Federation.ts"
import { S3LoginInput } from "#domain/identity/signin/S3SignIn.ts"

const wrong = (schema: Schema.ConstraintCodec<unknown, unknown>, value: unknown) => {
  const read = Schema.decodeUnknownResult(Schema.Union([schema]), { errors: "all", onExcessProperty: "error" })(value)
  return Result.isSuccess(read) ? [] : inputIssues("payload", read.failure.issue)
}

const Key = Schema.Struct({ type: Schema.Literal("public-key"), id: Schema.String })
const Shape = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("circle"), radius: Schema.Int }),
  Schema.Struct({ kind: Schema.Literal("square"), side: Schema.Int })
])

describe("what is wrong with an input", () => {
  it('errors in a tagged body name the field, not only ["payload"]', () => {
    assert.deepStrictEqual(wrong(Key, { type: "x", id: "a" }), [
      { path: ["payload", "type"], message: 'Expected "public-key"' }
    ])
    assert.deepStrictEqual(wrong(Key, { id: "a" }), [{ path: ["payload", "type"], message: 'Expected "public-key"' }])
    assert.deepStrictEqual(wrong(Key, { type: "public-key", id: 1 }), [
      { path: ["payload", "id"], message: "Expected string" }
    ])
    const drawing = Schema.Struct({ shape: Schema.NullOr(Shape) })
    assert.deepStrictEqual(wrong(drawing, { shape: { kind: "line" } }), [
      { path: ["payload", "shape", "kind"], message: 'Expected "circle" | "square"' }
    ])
    assert.deepStrictEqual(
      wrong(drawing, { shape: { kind: "circle", radius: "1" } }).map(({ path }) => path),
      [["payload", "shape", "radius"]]
    )
  })

  it("a union of other things is told as a whole", () => {
    assert.deepStrictEqual(
      wrong(Schema.Struct({ n: Schema.NullOr(Schema.Int) }), { n: "x" }).map(({ path }) => path),
      [["payload", "n"]]
    )
  })

  it("20,000 unknown fields are at most 100 errors", () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 1]))
    assert.strictEqual(wrong(Key, { type: "public-key", id: "a", ...many }).length, MAX_ISSUES)
    assert.strictEqual(
      wrong(Schema.Struct({ ids: Schema.Array(Schema.Int) }), { ids: Array.from({ length: 5_000 }, () => "x") }).length,
      MAX_ISSUES
    )
  })

  it("a field whose name is endless is named by its beginning", () => {
    const [only] = wrong(Key, { type: "public-key", id: "a", [`${"x".repeat(199)}😀${"y".repeat(500_000)}`]: 1 })
    assert.isBelow(JSON.stringify(only).length, 300)
    assert.isTrue(only?.path.every((part) => part.isWellFormed()))
  })

  it("what is wrong between fields is told at one of them", () => {
    const keys = { access_key: "AKIAEXAMPLE", secret_key: "secret" }
    assert.deepStrictEqual(
      wrong(S3LoginInput, keys).map(({ path }) => path),
      [["payload", "endpoint_id"]]
    )
    assert.deepStrictEqual(
      wrong(S3LoginInput, { ...keys, endpoint_id: 1, endpoint_url: "https://s3.example" }).map(({ path }) => path),
      [["payload", "endpoint_url"]]
    )
    assert.deepStrictEqual(
      wrong(UpdateAccount, { user_links: [{ user_id: 1 }] }).map(({ path }) => path),
      [["payload", "user_links", "0", "manager_role"]]
    )
    assert.deepStrictEqual(
      wrong(LdapConfig, { url: "ldap://a.example" }).map(({ path }) => path),
      [
        ["payload", "url"],
        ["payload", "base_dn"]
      ]
    )
  })

  it("a check of the whole is told with its own words", () => {
    const pair = Schema.Struct({ a: Schema.optionalKey(Schema.Int) }).check(
      Schema.makeFilter((value) => value.a !== undefined || "Give a")
    )
    assert.deepStrictEqual(wrong(Schema.Struct({ pair }), { pair: {} }), [
      { path: ["payload", "pair"], message: "Give a" }
    ])
  })
})
