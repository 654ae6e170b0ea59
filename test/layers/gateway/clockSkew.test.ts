import { expect, it } from "vitest"
import { refusedForClocks, skewText } from "#layers/gateway/clockSkew.ts"

const ahead = (minutes: number) => new Date(Date.now() - minutes * 60_000).toUTCString()

it("a refusal without a code is for the clocks' sake only where they are further apart than a gateway takes", () => {
  expect([16, -16, 14, -14, 0].map((minutes) => refusedForClocks(403, ahead(minutes)))).toEqual([
    true,
    true,
    false,
    false,
    false
  ])
  expect([
    refusedForClocks(403, undefined),
    refusedForClocks(403, "yesterday"),
    refusedForClocks(404, ahead(20)),
    refusedForClocks(null, ahead(20))
  ]).toEqual([false, false, false, false])
})

it("the difference is told in minutes and with its direction, and only where an answer shows it", () => {
  expect(skewText(ahead(20))).toMatch(/^The clock of this service is 20 minutes ahead of the gateway's, /)
  expect(skewText(ahead(-90))).toMatch(/^The clock of this service is 90 minutes behind the gateway's, /)
  for (const date of [undefined, "", ahead(1), ["a"]])
    expect(skewText(date)).toBe("The clock of this service and the gateway's are too far apart: set both by NTP")
})
