import { assert, describe, it } from "@effect/vitest"
import { outcomeOfRun } from "../../frontend/src/features/platform/runs/run-outcome.ts"

type Run = Parameters<typeof outcomeOfRun>[0]
type Item = Parameters<typeof outcomeOfRun>[1][number]

const totals = (some: Partial<Run["totals"]>): Run["totals"] => ({
  total: 0,
  pending: 0,
  running: 0,
  awaiting_cutover: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
  rolled_back: 0,
  ...some
})
const item = (ordinal: number, some: Partial<Item>): Item => ({
  ordinal,
  label: `step ${ordinal}`,
  detail: "",
  before: "",
  after: "",
  state: "completed",
  attempts: 1,
  progress: null,
  result: {},
  problem: null,
  can_undo: false,
  started_at: null,
  ended_at: null,
  ...some
})
const emptying: Run = { id: 7, title: "Empty photos", state: "completed", totals: totals({ total: 2, completed: 2 }) }

describe("what is said when a run of a context has ended", () => {
  it("is what was done, with the way to its report", () => {
    const said = outcomeOfRun(
      emptying,
      [
        item(1, { result: { removed: 1204, delete_markers: 1, freed_bytes: 2048, kept: 0, kept_named: [] } }),
        item(2, { result: { aborted: 0 } })
      ],
      "/manager/work?run=7&context_id=account%3A1+2"
    )
    assert.deepStrictEqual(said, {
      tone: "ok",
      text: "Empty photos: completed",
      detail: "1,204 objects and versions removed, 1 delete marker, 2 KiB.",
      link: { label: "Open the report", href: "/manager/work?run=7&context_id=account%3A1+2" }
    })
  })

  it("names what stays, and each reason once", () => {
    const kept = ["A legal hold is on it", "A legal hold is on it", "Retained (governance) until 2030-01-01"].map(
      (reason, at) => ({ key: `${at}`, version_id: "v", reason })
    )
    const said = outcomeOfRun(
      { ...emptying, state: "completed_with_errors", totals: totals({ total: 2, completed: 1, failed: 1 }) },
      [
        item(1, {
          state: "failed",
          problem: { code: "incomplete", detail: "3 cannot be removed" },
          result: { removed: 1, delete_markers: 0, freed_bytes: 0, kept: 3, kept_named: kept }
        }),
        item(2, { result: { aborted: 2 } })
      ],
      "c"
    )
    assert.strictEqual(said.tone, "danger")
    assert.strictEqual(said.text, "Empty photos: completed with errors")
    assert.strictEqual(
      said.detail,
      "3 cannot be removed. 1 object or version removed, 0 delete markers, 0 B. 2 uploads ended. A legal hold " +
        "is on it. Retained (governance) until 2030-01-01."
    )
  })

  it("counts where there are many steps, and names the first that failed", () => {
    const items = [
      item(1, {}),
      item(2, { state: "failed", problem: { code: "storage_error", detail: "The gateway refused" } }),
      ...[3, 4, 5, 6].map((at) => item(at, {}))
    ]
    const said = outcomeOfRun(
      {
        id: 1,
        title: "Copy tags",
        state: "completed_with_errors",
        totals: totals({ total: 6, completed: 4, failed: 1, skipped: 1 })
      },
      items,
      "c"
    )
    assert.strictEqual(said.detail, "4 of 6 done. 1 skipped. 1 failed, the first: The gateway refused.")
  })

  it("says of a creation what was made and set, and of one that was stopped that it was", () => {
    const steps = [
      item(1, { result: { created: "fresh" } }),
      item(2, { label: "Versioning", result: { set: "versioning" } }),
      item(3, { label: "Tags", state: "canceled" })
    ]
    const said = outcomeOfRun(
      { id: 2, title: "Create fresh", state: "canceled", totals: totals({ total: 3, completed: 2, canceled: 1 }) },
      steps,
      "c"
    )
    assert.deepStrictEqual(
      [said.tone, said.text, said.detail],
      ["info", "Create fresh: stopped", "fresh is created. Versioning is set."]
    )
  })
})
