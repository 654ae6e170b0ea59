import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type CallEnding, endingOf, changeOutcomeOf } from "#domain/platform/audit/GatewayChange.ts"
import {
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"

const Maybe = Schema.NullOr(Schema.Boolean)
const Evidence = Schema.Struct({
  ending: Schema.Literals(["never", "done", "refused", "partial", "unsure"]),
  before: Maybe,
  now: Maybe,
  isSettled: Schema.Boolean,
  expired: Schema.Boolean
})

const History = Schema.Struct({
  acts: Schema.Literals(["never", "before the look", "after the look"]),
  hears: Schema.Literals(["a yes", "a refusal", "nothing"]),
  shows: Schema.Boolean,
  isSettled: Schema.Boolean
})

/** A refusing gateway does not act, a confirming one has acted, and nothing acts after everything settled. */
const possible = ({ acts, hears, isSettled }: typeof History.Type) =>
  !(hears === "a refusal" && acts !== "never") &&
  !(hears === "a yes" && acts === "after the look") &&
  !(isSettled && acts === "after the look")

const heard: Record<(typeof History.Type)["hears"], CallEnding> = {
  "a yes": "done",
  "a refusal": "refused",
  nothing: "unsure"
}

const told = ({ acts, hears, isSettled, shows }: typeof History.Type, expired = false) =>
  changeOutcomeOf({
    ending: heard[hears],
    before: false,
    now: shows ? acts === "before the look" : null,
    isSettled,
    expired
  })

describe("what became of a change of a gateway", () => {
  it.prop(
    "is told as it was, or not yet, whatever the gateway does and answers",
    { history: History },
    ({ history }) => {
      if (!possible(history)) return
      const outcome = told(history)
      const really = history.acts === "never" ? "failure" : "success"
      // a proxy's success is believed only while the gateway cannot be read
      if (history.hears === "a yes" && history.acts === "never" && !history.shows) return
      assert.include([really, "open"], outcome, JSON.stringify(history))
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("is told in the end: at the latest when nobody will ever know more", { history: History }, ({ history }) => {
    assert.notStrictEqual(told(history, true), "open")
  })

  it.prop(
    "once the gateway shows it after everything has settled, nothing is left to wait for",
    { history: History },
    ({ history }) => {
      if (possible(history))
        assert.notStrictEqual(
          told({
            ...history,
            acts: history.acts === "after the look" ? "never" : history.acts,
            shows: true,
            isSettled: true
          }),
          "open"
        )
    }
  )

  it.prop(
    "is never told differently for knowing that it has settled, or that it is late",
    { evidence: Evidence },
    ({ evidence }) => {
      const early = changeOutcomeOf({ ...evidence, isSettled: false, expired: false })
      if (early === "open") return
      for (const isSettled of [false, true]) {
        for (const expired of [false, true])
          assert.strictEqual(changeOutcomeOf({ ...evidence, isSettled, expired }), early)
      }
    }
  )

  it.prop("is no success without a yes or a look that shows it", { evidence: Evidence }, ({ evidence }) => {
    if (changeOutcomeOf(evidence) === "success")
      assert.isTrue(evidence.now === true || (evidence.ending === "done" && evidence.now === null))
  })

  it("is unknown where the look cannot tell it from what was so before", () => {
    const evidence = { ending: "unsure", now: true, isSettled: true, expired: false } as const
    assert.strictEqual(changeOutcomeOf({ ...evidence, before: true }), "unknown")
    assert.strictEqual(changeOutcomeOf({ ...evidence, before: null }), "unknown")
    assert.strictEqual(changeOutcomeOf({ ...evidence, before: false }), "success")
  })

  it("of several steps stays open until what was done is taken back", () => {
    const evidence = { ending: "partial", before: false, isSettled: false, expired: false } as const
    assert.deepStrictEqual(
      [null, false, true].map((now) => changeOutcomeOf({ ...evidence, now })),
      ["open", "failure", "success"]
    )
  })

  it("is certain only after a plain refusal: missing, late or failed answers prove nothing", () => {
    const storage = (storage_code: string, storage_status: number | null) =>
      new StorageError({
        operation: "s3.CreateBucket",
        storage_code,
        storage_status,
        storage_request_id: null,
        detail: ""
      })
    const refused = [
      new Conflict({ code: "already_exists", detail: "" }),
      new NotFound({ entity: "Bucket", id: "b" }),
      InvalidInput.at("payload.name", "no"),
      new Unavailable({ detail: "not reached" }),
      storage("AccessDenied", 403),
      storage("TooManyBuckets", 400),
      storage("NotImplemented", 501),
      storage("CertificateRefused", null)
    ]
    const unsure = [
      new StorageTimeout({ operation: "s3.CreateBucket" }),
      storage("InternalError", 500),
      storage("ServiceUnavailable", 503),
      storage("ConnectionBroken", null),
      storage("UnreadableAnswer", 200),
      storage("RequestTimeout", 408),
      storage("SlowDown", 429)
    ]
    assert.deepStrictEqual(
      refused.map(endingOf),
      refused.map(() => "refused")
    )
    assert.deepStrictEqual(
      unsure.map(endingOf),
      unsure.map(() => "unsure")
    )
  })
})
