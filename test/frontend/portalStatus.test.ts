import { expect, it } from "vitest"
import { noIncidentText } from "~/features/iam/portal/status"

const days = (counts: ReadonlyArray<number>) => ({
  days: counts.map((probe_count, index) => ({
    day: `2026-11-0${index + 1}`,
    probe_count,
    failed_count: 0,
    median_ms: null
  }))
})

it("no incident is claimed for tested days only", () => {
  expect(noIncidentText(days([0, 0, 0]))).toBe("Unknown: nothing was tested in the last 3 days.")
  expect(noIncidentText(days([0, 5, 0]))).toBe("No incident on the 1 tested day of the last 3.")
  expect(noIncidentText(days([5, 5, 5]))).toBe("No incident in the last 3 days.")
})
