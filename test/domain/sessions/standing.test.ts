import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { validityOf } from "#domain/identity/sessions/SessionValidity.ts"

const now = DateTime.makeUnsafe("2026-11-20T10:00:00.000Z")
const owner = { active: true, authVersion: 3, authVersionNow: 3 }
const facts = { revoked: false, endsAt: DateTime.add(now, { seconds: 1 }), owner }

describe("whether a session or token stands", () => {
  it("does before its end, and no more at its end", () => {
    assert.strictEqual(validityOf(facts, now), "stands")
    assert.strictEqual(validityOf({ ...facts, endsAt: now }, now), "expired")
  })
  it("does not once it was revoked, whatever else holds", () => {
    assert.strictEqual(validityOf({ ...facts, revoked: true }, now), "revoked")
    assert.strictEqual(
      validityOf({ ...facts, revoked: true, endsAt: now, owner: { ...owner, active: false } }, now),
      "revoked"
    )
  })
  it("does not once its owner was deactivated or changed how they prove who they are", () => {
    assert.strictEqual(validityOf({ ...facts, owner: { ...owner, active: false } }, now), "invalidated")
    assert.strictEqual(validityOf({ ...facts, owner: { ...owner, authVersionNow: 4 } }, now), "invalidated")
  })
  it("needs no owner where S3 keys opened it", () => {
    assert.strictEqual(validityOf({ ...facts, owner: null }, now), "stands")
  })
})
