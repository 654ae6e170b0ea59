import { describe, expect, it } from "vitest"
import {
  type CopyPlan,
  copyPlanSummary,
  type DeletionPlan,
  deletionPlanSummary
} from "../../frontend/src/features/objects/explorer/actions/plan-summary.ts"

const copy: CopyPlan = {
  planned_at: "2026-05-04T09:30:00.000Z",
  objects: 5,
  bytes: 5_120,
  writes: 3,
  write_bytes: 3_072,
  existing: 2,
  same: 1,
  replace: 0,
  beside: 0,
  skip: 2,
  missing: 1,
  impossible: 0,
  losses: [],
  customer_keys: 0,
  properties_checked: 3,
  sample: [
    { key: "a/one.txt", version_id: null, act: "write", to: "b/one.txt", size_bytes: 1_024 },
    { key: "a/two.txt", version_id: null, act: "beside", to: "b/two (2).txt", size_bytes: 1_024 },
    { key: "a/new\nline", version_id: null, act: "skip", to: null, size_bytes: 0 }
  ],
  same_gateway: true,
  versioning: "off"
}
const deletion: DeletionPlan = {
  planned_at: "2026-05-04T09:30:00.000Z",
  objects: 2,
  versions: 0,
  markers: 0,
  bytes: 2_048,
  locked: 0,
  locks_looked_at: 0,
  missing: 0,
  sample: [],
  versioning: "enabled",
  object_lock: false
}

describe("what copying would do, in words", () => {
  it("says what is written, which names are taken, and under which name something comes to stand", () => {
    const { facts, more, notes, rows } = copyPlanSummary(copy, "a/")
    expect(Object.fromEntries(facts)).toEqual({
      Objects: "5, 5 KiB",
      Written: "3, 3 KiB",
      "Names that are taken": "2, 1 of them with the same bytes",
      "Left as they are": "2",
      "Not there any more": "1"
    })
    expect(rows.map(({ cells, key }) => [key, cells[0]])).toEqual([
      ["one.txt", "Written"],
      ["two.txt", "As two (2).txt"],
      ["new␊line", "Left as it is"]
    ])
    expect(more).toBe("The first of each sort, of 6.")
    expect(notes).toEqual([])
  })

  it("names objects that cannot be copied, and how many were checked for what they would lose", () => {
    const { notes } = copyPlanSummary(
      { ...copy, writes: 900, losses: [{ property: "acl", objects: 2 }], customer_keys: 1, properties_checked: 500 },
      "a/"
    )
    expect(notes).toEqual([
      "1 object encrypted with a key of the owner (SSE-C) cannot be copied.",
      "Properties of the first 500 objects were checked."
    ])
  })

  it("says what happens to replaced objects, by versioning and by upload route", () => {
    const notes = (versioning: CopyPlan["versioning"], same_gateway = true) =>
      copyPlanSummary({ ...copy, replace: 1, versioning, same_gateway }, "").notes
    expect(notes("enabled")).toEqual(["What is replaced stays as an earlier version."])
    expect(notes("off")).toEqual(["What is replaced is gone: the bucket keeps no versions."])
    expect(notes("suspended")).toEqual(["What is replaced is gone: the bucket keeps no versions."])
    expect(notes(null, false)).toEqual([
      "What is replaced is gone, unless the bucket keeps versions.",
      "The bytes come through this service."
    ])
  })
})

describe("what deleting would do, in words", () => {
  it("says whether it can come back, where not everything goes for good anyway", () => {
    expect(deletionPlanSummary(deletion, false).notes).toEqual([
      "This bucket keeps versions: what goes can be brought back."
    ])
    expect(deletionPlanSummary({ ...deletion, versioning: "off" }, false).notes).toEqual([
      "This bucket keeps no versions: what goes is gone for good."
    ])
    expect(deletionPlanSummary({ ...deletion, versioning: null }, false).notes).toEqual([
      "It cannot be seen whether this bucket keeps versions."
    ])
    expect(deletionPlanSummary(deletion, true).notes).toEqual([])
  })

  it("tells versions and markers apart, and what a lock keeps", () => {
    const told = deletionPlanSummary(
      {
        ...deletion,
        versions: 3,
        markers: 1,
        locked: 1,
        object_lock: true,
        locks_looked_at: 2,
        sample: [
          {
            key: "kept.txt",
            version_id: "1",
            act: "locked",
            is_delete_marker: false,
            size_bytes: 1,
            reason: "retained until 2099"
          }
        ]
      },
      true
    )
    expect(Object.fromEntries(told.facts)).toEqual({
      Objects: "2",
      "Earlier versions": "3",
      "Delete markers": "1",
      "In all": "2 KiB",
      "Kept by a lock": "1"
    })
    expect(told.notes).toEqual(["Locks of the first 2 versions were looked at."])
    expect(told.rows).toMatchObject([{ key: "kept.txt", note: "retained until 2099", cells: ["Stays: locked", "1 B"] }])
  })
})
