import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { oldVersions, type OldVersionsRule } from "#domain/objects/oldVersions.ts"
import type { RetainedVersion } from "#domain/objects/pointInTime.ts"

const day = 86_400_000
const version = (days: number, isMarker = false): RetainedVersion => ({
  versionId: `${isMarker ? "m" : "v"}${days}`,
  isMarker,
  writtenAt: days * day,
  size: isMarker ? 0 : 1,
  etag: isMarker ? null : `${days}`
})
const marker = (days: number) => version(days, true)

const all: OldVersionsRule = { keepNewest: 0, olderThanDays: null, orphanMarkers: true, at: 100 * day }
const ids = (versions: ReadonlyArray<RetainedVersion>) => versions.map(({ versionId }) => versionId)
const shown = ([current]: ReadonlyArray<RetainedVersion>) =>
  current === undefined || current.isMarker ? null : current.versionId

const Histories = Schema.Array(Schema.Boolean).check(Schema.isMaxLength(10))
const Small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
const wanted = {
  markers: Histories,
  keep: Schema.NullOr(Small),
  older: Schema.NullOr(Small),
  orphans: Schema.Boolean,
  at: Small,
  resist: Schema.Array(Small)
}

it.prop(
  "wherever it ends, whatever resists, nothing comes back and the current version stays",
  wanted,
  ({ at, keep, markers, older, orphans, resist }) => {
    const before = markers.map((isMarker, days) => version(days, isMarker)).reverse()
    const order = oldVersions(before, { keepNewest: keep, olderThanDays: older, orphanMarkers: orphans, at: at * day })
    let left: ReadonlyArray<RetainedVersion> = before
    for (const one of order) {
      assert.isFalse(!one.isMarker && one === before[0], "the current version")
      assert.isAtMost(one.writtenAt, at * day)
      // a marker is deleted only where no version is beneath it: the run checks again
      const beneath = left.slice(left.indexOf(one) + 1)
      if (one.isMarker && beneath.some(({ isMarker }) => !isMarker)) continue
      if (!one.isMarker && resist.includes(one.writtenAt / day)) continue
      left = left.filter((other) => other !== one)
      assert.strictEqual(shown(left), shown(before))
    }
    if (keep !== null)
      assert.isAtLeast(
        left.filter(({ isMarker }) => !isMarker).length,
        Math.min(keep, before.filter(({ isMarker }) => !isMarker).length)
      )
    if (resist.length === 0)
      assert.deepStrictEqual(
        ids(oldVersions(left, { keepNewest: keep, olderThanDays: older, orphanMarkers: orphans, at: at * day })),
        [],
        "nothing is left for a second time"
      )
  }
)

it.prop(
  "what came after it was decided changes nothing of what goes",
  wanted,
  ({ at, keep, markers, older, orphans }) => {
    const before = markers
      .map((isMarker, days) => version(days, isMarker))
      .reverse()
      .filter(({ writtenAt }) => writtenAt <= at * day)
    const after = [version(50), ...before]
    const choose = (versions: ReadonlyArray<RetainedVersion>) =>
      ids(oldVersions(versions, { keepNewest: keep, olderThanDays: older, orphanMarkers: orphans, at: at * day }))
    assert.deepStrictEqual(choose(after), choose(before))
  }
)

it("keeps so many of the newest, and what is not old enough", () => {
  const versions = [version(90), version(80), version(60), version(20), version(10)]
  assert.deepStrictEqual(ids(oldVersions(versions, all)), ["v10", "v20", "v60", "v80"])
  assert.deepStrictEqual(ids(oldVersions(versions, { ...all, keepNewest: 2 })), ["v10", "v20"])
  assert.deepStrictEqual(ids(oldVersions(versions, { ...all, keepNewest: null, olderThanDays: 20 })), [
    "v10",
    "v20",
    "v60"
  ])
  assert.deepStrictEqual(ids(oldVersions(versions, { ...all, keepNewest: 3, olderThanDays: 20 })), ["v10"])
})

it("a marker goes with the last version beneath it, and not before", () => {
  assert.deepStrictEqual(ids(oldVersions([marker(90), version(80)], all)), ["v80", "m90"])
  assert.deepStrictEqual(ids(oldVersions([marker(90), version(80)], { ...all, orphanMarkers: false })), ["v80"])
  assert.deepStrictEqual(ids(oldVersions([marker(90), version(80)], { ...all, keepNewest: null })), [])
  assert.deepStrictEqual(ids(oldVersions([marker(90)], { ...all, keepNewest: null })), ["m90"])
  assert.deepStrictEqual(ids(oldVersions([marker(99)], { ...all, keepNewest: null, olderThanDays: 5 })), [])
  assert.deepStrictEqual(ids(oldVersions([version(95), marker(90)], { ...all, keepNewest: null })), ["m90"])
})

it("what was current when it was decided stays, though somebody deleted it since", () => {
  assert.deepStrictEqual(ids(oldVersions([marker(101), version(90), version(80)], all)), ["v80"])
})
