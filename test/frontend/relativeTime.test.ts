import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { serverOffset } from "../../frontend/src/client/server-clock.ts"
import { relativeTime } from "../../frontend/src/lib/relative-time.ts"

const now = Date.UTC(2026, 0, 31, 12)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const said = (difference: number) => relativeTime(now + difference, now)

describe("how far a time is from now", () => {
  it.each([
    [0, "just now"],
    [-9 * SECOND, "just now"],
    [-10 * SECOND, "10 seconds ago"],
    [-59 * SECOND, "50 seconds ago"],
    [-60 * SECOND, "1 minute ago"],
    [-4 * MINUTE + SECOND, "3 minutes ago"],
    [-4 * MINUTE, "4 minutes ago"],
    [-HOUR + SECOND, "59 minutes ago"],
    [-HOUR, "1 hour ago"],
    [-DAY + SECOND, "23 hours ago"],
    [-DAY, "1 day ago"],
    [-2 * DAY + SECOND, "1 day ago"],
    [-31 * DAY, "31 days ago"],
    [-45 * DAY, "45 days ago"],
    [-60 * DAY, "60 days ago"],
    [-61 * DAY, "2 months ago"],
    [-364 * DAY, "11 months ago"],
    [-366 * DAY, "12 months ago"],
    [-729 * DAY, "23 months ago"],
    [-731 * DAY, "2 years ago"]
  ])("%i ms: %s", (difference, text) => assert.strictEqual(said(difference), text))

  it.each([
    [5 * SECOND, "just now"],
    [10 * SECOND, "in less than a minute"],
    [29 * SECOND, "in less than a minute"],
    [MINUTE, "in 1 minute"],
    [59.7 * MINUTE, "in 1 hour"],
    [23.6 * HOUR, "in 1 day"],
    [30 * DAY, "in 30 days"],
    [45 * DAY - SECOND, "in 45 days"],
    [59 * DAY, "in 59 days"],
    [90 * DAY, "in 3 months"],
    [365 * DAY, "in 12 months"]
  ])("%i ms: %s", (difference, text) => assert.strictEqual(said(difference), text))

  it("says nothing of what is no time", () => assert.strictEqual(relativeTime(Number.NaN, now), ""))

  it.prop(
    "never speaks of a calendar, never of sixty minutes or of 24 hours",
    { difference: within(-4000 * DAY, 4000 * DAY) },
    ({ difference }) => {
      const text = said(difference)
      assert.match(
        text,
        /^(just now|in less than a minute|in \d+ (minute|hour|day|month|year)s?|\d+ (second|minute|hour|day|month|year)s? ago)$/
      )
      const [count, unit] = [
        Number(/\d+/.exec(text)?.[0] ?? 0),
        /second|minute|hour|day|month|year/.exec(text)?.[0] ?? "second"
      ]
      const most = { second: 50, minute: 59, hour: 23, day: 61, month: 24, year: Number.POSITIVE_INFINITY }[unit] ?? 0
      assert.isAtMost(count, most, text)
    }
  )

  it.prop(
    "an age changes only to an older one",
    { age: within(0, 3000 * DAY), more: within(0, 40 * DAY) },
    ({ age, more }) => {
      const ageOf = (text: string) => {
        const span =
          { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, month: 30.4 * DAY, year: 365 * DAY }[
            /second|minute|hour|day|month|year/.exec(text)?.[0] ?? ""
          ] ?? 0
        return Number(/\d+/.exec(text)?.[0] ?? 0) * span
      }
      assert.isAtMost(ageOf(said(-age)), ageOf(said(-age - more)))
    }
  )
})

describe("the service's clock", () => {
  const date = new Date(now).toUTCString()
  it("corrects a browser's that is wrong, and takes the way there and back for what it is", () => {
    assert.strictEqual(serverOffset(date, now - 200, now + 900), 0)
    assert.strictEqual(serverOffset(date, now - 5 * MINUTE, now - 5 * MINUTE + 1000), 5 * MINUTE)
    assert.strictEqual(serverOffset(date, now + HOUR, now + HOUR + 1000), -HOUR)
  })
  it("is not known without a date", () => {
    assert.isNull(serverOffset(null, now, now))
    assert.isNull(serverOffset("\u0000soon", now, now))
  })
})
