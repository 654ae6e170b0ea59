import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  isDown,
  linked,
  type LinkEvent,
  type LinkState,
  nextLink,
  retryAfter
} from "../../frontend/src/client/link/link-state.ts"

const after = (...events: ReadonlyArray<LinkEvent>): LinkState => events.reduce(nextLink, linked)
const missed = (at: number, wait = 1000): LinkEvent => ({ type: "missed", at, reach: "unreachable", wait })
const answered = (at: number, doubts: number): LinkEvent => ({ type: "answered", at, doubts })
const lost = { type: "session-lost", insists: false, busy: false } as const

describe("the link of a page to the service", () => {
  it("a failing request is only a sign: the service is asked, and nothing is said before it does not answer", () => {
    const suspected = after(answered(5, 0), { type: "suspected" })
    assert.deepInclude(suspected, { reach: "online", probing: true })
    assert.deepInclude(nextLink(suspected, missed(10)), {
      reach: "unreachable",
      probing: false,
      lastKnown: 5,
      attempt: 1,
      nextTry: 1010
    })
    assert.deepInclude(nextLink(suspected, answered(10, 1)), { reach: "online", probing: false, lastKnown: 10 })
  })

  it("ten failing requests are one sign, and do not ask sooner than planned", () => {
    const gone = after({ type: "suspected" }, missed(10))
    assert.strictEqual(
      Array.from({ length: 10 }).reduce<LinkState>((state) => nextLink(state, { type: "suspected" }), gone),
      gone
    )
  })

  it("each try that misses counts, and the last known time stays that of the last answer", () => {
    const gone = after(answered(5, 0), { type: "suspected" }, missed(10), { type: "woken" }, missed(20, 2000))
    assert.deepInclude(gone, { attempt: 2, nextTry: 2020, lastKnown: 5 })
  })

  it("an answer to an earlier request ends neither doubt nor wait, and starts no second try", () => {
    const suspected = after({ type: "suspected" })
    assert.deepInclude(nextLink(suspected, answered(5, 0)), { reach: "online", probing: true, lastKnown: 5, doubts: 1 })
    assert.strictEqual(after({ type: "suspected" }, { type: "suspected" }).doubts, 1)
    const gone = after({ type: "suspected" }, missed(10, 30_000))
    assert.deepInclude(nextLink(gone, answered(11, 0)), {
      reach: "unreachable",
      nextTry: 30_010,
      attempt: 1,
      lastKnown: 11
    })
    assert.deepInclude(nextLink(gone, answered(12, 1)), { reach: "online", nextTry: null })
  })

  it("waking asks at once, and only where something is missing", () => {
    assert.strictEqual(nextLink(linked, { type: "woken" }), linked)
    assert.deepInclude(after({ type: "suspected" }, missed(10), { type: "woken" }), {
      reach: "unreachable",
      probing: true,
      nextTry: null
    })
  })

  it("any answer ends it, and the next loss begins anew", () => {
    const back = after({ type: "suspected" }, missed(10), { type: "woken" }, missed(20), answered(30, 1))
    assert.deepInclude(back, { reach: "online", probing: false, attempt: 0, nextTry: null, lastKnown: 30 })
  })

  it("says what the last try found: a service that restarts, a network that is gone", () => {
    assert.strictEqual(
      after({ type: "suspected" }, { type: "missed", at: 1, reach: "restarting", wait: 1 }).reach,
      "restarting"
    )
    assert.strictEqual(
      after({ type: "suspected" }, missed(1), { type: "woken" }, { type: "missed", at: 2, reach: "offline", wait: 1 })
        .reach,
      "offline"
    )
  })

  it("a lost session asks once by itself, and again whenever somebody presses a button for it", () => {
    assert.deepInclude(after(lost), { session: "lost", asking: true })
    assert.isFalse(after(lost, { type: "dismissed" }, lost).asking)
    assert.isTrue(after(lost, { type: "dismissed" }, { ...lost, insists: true }).asking)
    assert.isTrue(after(lost, { type: "dismissed" }, { type: "asked" }).asking)
  })

  it("whoever writes at that moment is not interrupted by what reads", () => {
    assert.deepInclude(after({ ...lost, busy: true }), { session: "lost", asking: false })
    assert.isTrue(after({ ...lost, busy: true, insists: true }).asking)
  })

  it("and is asked once they read again, or go to another page; not twice", () => {
    const writing = { ...lost, busy: true }
    assert.isTrue(after(writing, lost).asking)
    assert.isTrue(after(writing, { type: "moved" }).asking)
    assert.isFalse(after(writing, { type: "moved" }, { type: "dismissed" }, lost, { type: "moved" }).asking)
    assert.isFalse(after({ type: "moved" }).asking)
    assert.isTrue(after(lost, { type: "dismissed" }, { type: "session-open" }, lost).asking)
  })

  it("a session that is open asks nobody", () => {
    assert.isFalse(after({ type: "asked" }).asking)
    assert.deepInclude(after(lost, { type: "session-open" }), { session: "open", asking: false })
  })

  const events: ReadonlyArray<LinkEvent> = [
    answered(1, 0),
    answered(1, 1),
    answered(1, 9),
    { type: "suspected" },
    missed(2),
    { type: "woken" },
    lost,
    { ...lost, insists: true },
    { ...lost, busy: true },
    { type: "asked" },
    { type: "dismissed" },
    { type: "moved" },
    { type: "session-open" }
  ]
  const steps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: events.length - 1 })))
  it.prop(
    "whatever happens: a try is planned or under way while the service is gone, and never both",
    { steps },
    ({ steps }) => {
      const state = after(...steps.map((index) => events[index]!))
      if (state.reach !== "online") assert.isTrue(state.probing !== (state.nextTry !== null))
      else assert.isNull(state.nextTry)
      if (state.asking) assert.strictEqual(state.session, "lost")
    }
  )
})

describe("what says that the service cannot serve", () => {
  it("three statuses", () =>
    assert.deepStrictEqual([500, 501, 502, 503, 504, 505, 429, 200].filter(isDown), [502, 503, 504]))
  it.each([
    ["5", 5000],
    ["0", 0],
    ["86400", 60_000],
    [null, 0],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 0],
    ["-1", 0],
    ["1e9", 0]
  ] as const)("Retry-After %s is %i ms", (header, wait) => assert.strictEqual(retryAfter(header), wait))
})
