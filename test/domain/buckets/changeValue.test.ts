import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { BucketChange, type ValueChange } from "#domain/buckets/changes/BucketChange.ts"
import { changeValue } from "#domain/buckets/changes/changeValue.ts"
import { policy } from "#domain/buckets/features/policy.ts"
import { statementTexts } from "#domain/buckets/policies/statementTexts.ts"

const statement = (Sid: string, Action = "s3:GetObject") => ({
  Sid,
  Effect: "Allow",
  Principal: "*",
  Action,
  Resource: "arn:aws:s3:::BUCKET/*"
})
const setPolicy = (...set: ReadonlyArray<ReturnType<typeof statement>>): ValueChange => ({
  kind: "policy",
  set,
  remove: []
})
const textOf = (changed: ReturnType<typeof changeValue>): string => {
  assert.notProperty(changed, "obstacle")
  return (changed as unknown as { readonly value: { readonly text: string } }).value.text
}

it("statements of a policy that are not named keep their bytes; a named one is replaced in its place", () => {
  const first = `{"Sid":"first",  "Effect":"Deny","Action" :"s3:*"}`
  const text = `{ "Statement" : [ ${first}, {"Sid":"mid"} ,{"Effect":"Allow"} ], "Id":"x" }`
  const after = textOf(changeValue(setPolicy(statement("mid")), { text }, "photos"))
  assert.include(after, first)
  assert.include(after, `{"Effect":"Allow"}`)
  const parts = statementTexts(after)
  assert.deepStrictEqual(
    parts?.statements.map(({ sid }) => sid),
    ["first", "mid", null]
  )
  assert.strictEqual(JSON.parse(after).Id, "x")
  assert.deepStrictEqual(JSON.parse(after).Statement[1], { ...statement("mid"), Resource: "arn:aws:s3:::photos/*" })
})

it("a statement that stands there already, however it is spelled, changes no byte of the policy", () => {
  const { Sid, ...rest } = { ...statement("web"), Resource: "arn:aws:s3:::photos/*" }
  const text = JSON.stringify({ Version: "2012-10-17", Statement: { ...rest, Sid } })
  assert.strictEqual(textOf(changeValue(setPolicy(statement("web")), { text }, "photos")), text)
})

it("the last statement that is removed removes the policy; a first one makes a policy that is valid", () => {
  const made = textOf(changeValue(setPolicy(statement("one"), statement("two")), null, "photos"))
  assert.deepStrictEqual(policy.faults({ text: made }, { bucket: "photos", dialect: "aws" }, null), [])
  const change: ValueChange = { kind: "policy", set: [], remove: ["one", "two"] }
  assert.deepStrictEqual(changeValue(change, { text: made }, "photos"), {
    value: null,
    detail: "removes one, two",
    rewritten: []
  })
})

it("a policy with comments or two statements of one Sid is an obstacle", () => {
  for (const text of [
    `{"Statement":[/* why */{"Sid":"a"}]}`,
    `{"Statement":[],"Statement":[]}`,
    `{"Statement":[{"Sid":"a"},{"Sid":"a"}]}`
  ])
    assert.property(changeValue(setPolicy(statement("a")), { text }, "photos"), "obstacle", text)
})

const Stored = Schema.Array(
  Schema.Struct({
    Sid: Schema.optionalKey(Schema.Literals(["a", "b", "c", "d"])),
    Effect: Schema.Literals(["Allow", "Deny"]),
    Action: Schema.String
  })
)

it.prop(
  "policies of any statements are split and joined without loss",
  [Stored, Schema.Literals([0, 2])],
  ([written, indent]) => {
    const text = JSON.stringify({ Statement: written }, null, indent)
    const change: ValueChange = { kind: "policy", set: [statement("new")], remove: [] }
    const after = JSON.parse(textOf(changeValue(change, { text }, "photos")))
    assert.deepStrictEqual(after.Statement.slice(0, -1), JSON.parse(text).Statement)
  }
)

it("tags merge by key and lifecycle rules by id", () => {
  const tags = {
    tags: [
      { key: "team", value: "web" },
      { key: "old", value: "" }
    ]
  }
  const change: ValueChange = { kind: "tags", set: [{ key: "team", value: "db" }], remove: ["old", "none"] }
  assert.deepStrictEqual(changeValue(change, tags, "photos"), {
    value: { tags: [{ key: "team", value: "db" }] },
    detail: "sets team; removes old",
    rewritten: []
  })
  const twice = {
    tags: [
      { key: "team", value: "a" },
      { key: "team", value: "b" }
    ]
  }
  assert.property(changeValue(change, twice, "photos"), "obstacle")
})

it("a change is refused without content, and with a key that it both sets and removes", () => {
  const isChange = Schema.is(BucketChange)
  const tag = { key: "team", value: "db" }
  assert.isTrue(isChange({ kind: "tags", set: [tag], remove: ["old"] }))
  assert.isFalse(isChange({ kind: "tags", set: [], remove: [] }))
  assert.isFalse(isChange({ kind: "tags", set: [tag], remove: ["team"] }))
  assert.isFalse(isChange({ kind: "tags", set: [tag, tag], remove: [] }))
  assert.isFalse(isChange({ kind: "policy", set: [{ Effect: "Allow" }], remove: [] }))
})
