import { assert, describe, it } from "@effect/vitest"
import { durationText, scheduleText } from "../../frontend/src/features/platform/jobs/schedule-text.ts"
import { jobs } from "../../services/domain/platform/jobs.ts"

describe("the schedule of a job in words", () => {
  it("describes minutes, hours, times of day and weekdays", () => {
    for (const [cron, text] of [
      ["* * * * *", "Every minute"],
      ["*/5 * * * *", "Every 5 minutes"],
      ["0 * * * *", "Every hour"],
      ["17 * * * *", "Every hour at minute 17"],
      ["5 */6 * * *", "Every 6 hours at minute 5"],
      ["30 2 * * *", "Daily at 02:30 UTC"],
      ["0 4 * * 7", "Sundays at 04:00 UTC"]
    ] as const)
      assert.strictEqual(scheduleText(cron), text)
  })

  it("returns an expression that it cannot describe exactly as it is", () => {
    for (const cron of ["*/7 * * * *", "0 3 1 * *", "0 3 * * 1-5", "*/5 2 * * *", "*/0 * * * *", "0 0 3 * * *", "x"])
      assert.strictEqual(scheduleText(cron), cron)
  })

  it("describes the schedule of every job", () => {
    for (const { cron } of jobs) assert.notStrictEqual(scheduleText(cron), cron, cron)
  })
})

it("formats a duration with the unit that fits", () => {
  assert.deepStrictEqual([0.4, 999.4, 1_240, 59_960, 125_000, 3_725_000].map(durationText), [
    "0 ms",
    "999 ms",
    "1.2 s",
    "1 min 0 s",
    "2 min 5 s",
    "1 h 2 min"
  ])
})
