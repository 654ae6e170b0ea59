import { assert, describe, it } from "@effect/vitest"
import { applyFrame, type MigrationFrame } from "../../frontend/src/features/objects/migrations/migration-details.ts"

const frame = (event: string, data: unknown) => ({ id: "1", event, data }) as MigrationFrame
const snapshot = frame("snapshot", { migration: { id: 4, state: "running" }, items: [{ id: 1, state: "pending" }] })
const eventOf = (id: number) => frame("event", { id, type: "item.running" })

describe("frames of a migration's stream", () => {
  const after = (...frames: ReadonlyArray<MigrationFrame>) =>
    frames.reduce<ReturnType<typeof applyFrame>>(applyFrame, null)

  it("a snapshot replaces migration and buckets, and keeps the events", () => {
    const details = after(snapshot, eventOf(7), frame("snapshot", { migration: { id: 4, state: "paused" }, items: [] }))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(details)), {
      migration: { id: 4, state: "paused" },
      items: [],
      events: [{ id: 7, type: "item.running" }]
    })
  })
  it("an item replaces the bucket of its id", () =>
    assert.deepStrictEqual(
      after(snapshot, frame("item", { id: 1, state: "completed" }))?.items.map(({ state }) => state),
      ["completed"]
    ))
  it("events that a new connection repeats are added once", () =>
    assert.deepStrictEqual(
      after(snapshot, eventOf(7), eventOf(8), snapshot, eventOf(7), eventOf(8), eventOf(9))?.events.map(({ id }) => id),
      [7, 8, 9]
    ))
})
