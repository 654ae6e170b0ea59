import { assert, it } from "@effect/vitest"
import { changeValue } from "#domain/buckets/changes/changeValue.ts"
import { COPY_GUARD_SID, ownerArn } from "#domain/buckets/policies/copyGuard.ts"
import { judgeCopyCheck, noAnswers } from "#domain/fleet/CopyCheck.ts"

const account = "RGW00000000000000012"
const other = { Sid: "other", Effect: "Allow", Principal: "*", Action: "s3:ListBucket", Resource: "arn:aws:s3:::b" }
const policyOf = (changed: ReturnType<typeof changeValue>) =>
  JSON.parse((changed as unknown as { readonly value: { readonly text: string } }).value.text)

it("the guard names the owner of each bucket, keeps other statements, and can be removed again", () => {
  const before = JSON.stringify({ Version: "2012-10-17", Statement: [other] })
  const guarded = changeValue({ kind: "copy_guard", value: true }, { text: before }, "photos", account)
  const { Statement } = policyOf(guarded)
  assert.deepStrictEqual(Statement[0], other)
  assert.deepStrictEqual(Statement[1].NotPrincipal, { AWS: `arn:aws:iam::${account}:root` })
  assert.strictEqual(Statement[1].Resource, "arn:aws:s3:::photos/*")
  const { value } = guarded as unknown as { readonly value: { readonly text: string } }
  const removed = changeValue({ kind: "copy_guard", value: false }, value, "photos", account)
  assert.deepStrictEqual(policyOf(removed).Statement, [other])
  assert.include(JSON.stringify(removed), `removes ${COPY_GUARD_SID}`)
})

it("a bucket whose owner is not known gets no guard", () => {
  assert.property(changeValue({ kind: "copy_guard", value: true }, null, "photos", null), "obstacle")
})

it("names users of a tenant and users without an account in the ARN", () => {
  assert.strictEqual(ownerArn("t1$ada"), "arn:aws:iam::t1:user/ada")
  assert.strictEqual(ownerArn("ada"), "arn:aws:iam:::user/ada")
})

it("a copy is proved only by its content, and nothing is concluded when reads pass", () => {
  const copied = { ...noAnswers, foreignRead: false, foreignCopy: true }
  assert.strictEqual(judgeCopyCheck({ ...copied, sameContent: true }).state, "open")
  assert.strictEqual(judgeCopyCheck({ ...copied, sameContent: false }).state, "unknown")
  assert.strictEqual(judgeCopyCheck({ ...noAnswers, foreignRead: false, foreignCopy: false }).state, "closed")
  assert.strictEqual(judgeCopyCheck({ ...noAnswers, foreignRead: true }).state, "unknown")
  assert.strictEqual(judgeCopyCheck(noAnswers).state, "unknown")
})

it("a guard works only when it stops the copy and lets the owner read", () => {
  const open = { foreignRead: false, foreignCopy: true, sameContent: true }
  assert.strictEqual(judgeCopyCheck({ ...open, guardedCopy: false, guardedRead: true }).guard, "works")
  assert.strictEqual(judgeCopyCheck({ ...open, guardedCopy: false, guardedRead: false }).guard, "fails")
  assert.strictEqual(judgeCopyCheck({ ...open, guardedCopy: true, guardedRead: true }).guard, "fails")
  assert.strictEqual(judgeCopyCheck({ ...open, guardedCopy: null, guardedRead: null }).guard, "unknown")
})
