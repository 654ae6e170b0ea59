import { assert, describe, it } from "@effect/vitest"
import {
  MIN_QUARANTINE_DAYS,
  parseQuarantineDay,
  MAX_QUARANTINE_DAYS,
  quarantinePolicy
} from "#domain/buckets/Quarantine.ts"
import {
  afterFailure,
  fewest,
  type BackgroundRate,
  adjustRate,
  MAX_LANES,
  remeasuredRate,
  middle,
  MAX_KEYS,
  rateFromIdle,
  lanesAndBatch
} from "#domain/buckets/backgroundRate.ts"
import { retentionReason } from "#domain/buckets/Emptying.ts"

const after = (pace: BackgroundRate, took: number, times: number) =>
  Array.from({ length: times }).reduce<BackgroundRate>((now) => adjustRate(now, took), pace)

describe("the pace at which a bucket is emptied", () => {
  it("grows while a question is answered as fast as before, and never beyond what is meant", () => {
    const quiet = after(rateFromIdle(2), 2, 100)
    assert.strictEqual(quiet.keys, MAX_KEYS)
    assert.deepStrictEqual(lanesAndBatch(quiet), { lanes: MAX_LANES, batch: 250 })
  })

  it("shrinks to the gateway's own limit when requests get slower, and grows again afterwards", () => {
    const busy = after(after(rateFromIdle(2), 2, 20), 20, 20)
    assert.strictEqual(busy.keys, fewest)
    assert.strictEqual(lanesAndBatch(busy).lanes, 1)
    assert.isAbove(after(busy, 2, 10).keys, busy.keys)
  })

  it("stays where others wait a little longer, and halves when a request fails", () => {
    const settled = { keys: 100, idle: 2 }
    assert.strictEqual(adjustRate(settled, 2.7).keys, 100)
    assert.strictEqual(afterFailure(settled).keys, 50)
    assert.strictEqual(afterFailure({ keys: fewest, idle: 2 }).keys, fewest)
  })

  it("is measured anew against a gateway that has become quicker or slower by itself", () => {
    const settled = { keys: 100, idle: 2 }
    assert.isBelow(adjustRate(settled, 8).keys, 100)
    assert.isAbove(adjustRate(remeasuredRate(settled, 8), 8).keys, 100)
  })

  it("one slow answer among many changes nothing", () => {
    const settled = { keys: 100, idle: 2 }
    assert.strictEqual(adjustRate(settled, middle([2.7, 2.7, 2.7, 2.7, 900, 2.7, 2.7, 2.7, 2.7, 900])).keys, 100)
  })

  it("a request names 1 to 250 keys, and a second one starts only beside a full one", () => {
    for (let keys = fewest; keys <= MAX_KEYS; keys++) {
      const { batch, lanes } = lanesAndBatch({ keys, idle: 1 })
      assert.isTrue(
        batch >= fewest &&
          batch <= 250 &&
          (lanes === 1 || batch === 250) &&
          lanes <= MAX_LANES &&
          lanes * batch <= keys,
        `${keys}`
      )
    }
  })

  it("takes the middle one of some answers", () => {
    assert.strictEqual(middle([100, 1, 3]), 3)
    assert.strictEqual(middle([]), 0)
  })
})

describe("a day to come", () => {
  const now = Date.parse("2026-11-22T23:59:59Z")
  it("is between tomorrow and ninety days from now, in UTC, and a day that there is", () => {
    const day = (ahead: number) => new Date(Date.parse("2026-11-22") + ahead * 86_400_000).toISOString().slice(0, 10)
    for (const ahead of [MIN_QUARANTINE_DAYS, 14, MAX_QUARANTINE_DAYS])
      assert.deepStrictEqual(parseQuarantineDay(day(ahead), now), { moment: Date.parse(day(ahead)) })
    for (const wrong of [day(0), day(-1), day(MAX_QUARANTINE_DAYS + 1), "2027-02-30", "2027-13-01", "0000-00-00"])
      assert.property(parseQuarantineDay(wrong, now), "fault", wrong)
  })

  it("the policy until then denies everybody what is in the bucket, and nobody the policy itself", () => {
    const {
      Statement: [denial]
    } = JSON.parse(quarantinePolicy("photos", "1")) as {
      readonly Statement: ReadonlyArray<{
        readonly Effect: string
        readonly Principal: string
        readonly Action: ReadonlyArray<string>
        readonly Resource: ReadonlyArray<string>
      }>
    }
    assert.deepStrictEqual(
      [denial!.Effect, denial!.Principal, denial!.Resource],
      ["Deny", "*", ["arn:aws:s3:::photos", "arn:aws:s3:::photos/*"]]
    )
    const matches = (action: string) =>
      denial!.Action.some((pattern) =>
        pattern.endsWith("*") ? action.startsWith(pattern.slice(0, -1)) : action === pattern
      )
    for (const action of [
      "s3:GetObject",
      "s3:GetObjectVersion",
      "s3:PutObject",
      "s3:DeleteObjectVersion",
      "s3:ListBucket",
      "s3:DeleteBucket"
    ])
      assert.isTrue(matches(action), action)
    for (const action of ["s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy"])
      assert.isFalse(matches(action), `${action}: nobody could lift it`)
    assert.notStrictEqual(quarantinePolicy("photos", "1"), quarantinePolicy("photos", "2"))
  })
})

describe("why a version stays", () => {
  it("is its hold, its retention, the right to it, or the gateway's code", () => {
    assert.include(retentionReason("AccessDenied", { hold: true, mode: null, until: null }), "legal hold")
    assert.include(
      retentionReason("AccessDenied", { hold: false, mode: "COMPLIANCE", until: "2030-01-01T00:00:00.000Z" }),
      "Retained (compliance) until 2030-01-01"
    )
    assert.include(retentionReason("AccessDenied", null), "may not delete")
    assert.include(retentionReason("Odd", null), "Odd")
  })
})
