import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { trafficByDay } from "#domain/usage/TrafficEntry.ts"
import { entriesOf, WireUsage } from "#layers/rgw/wire/Usage.ts"

const category = (category: string, ops: number, sent: number, received: number) => ({
  category,
  ops,
  successful_ops: ops - 1,
  bytes_sent: sent,
  bytes_received: received
})

describe("the usage log of a gateway", () => {
  it("is summed up by owner and day of UTC, over buckets, hours and categories", () => {
    const hour = (at: string, bucket: string, ...categories: ReadonlyArray<object>) => ({
      bucket,
      time: at,
      epoch: Date.parse(at) / 1000,
      owner: "RGW1",
      categories,
      s3select: {}
    })
    const wire = Schema.decodeUnknownSync(WireUsage)({
      entries: [
        {
          user: "RGW1",
          buckets: [
            hour("2026-05-03T23:00:00Z", "a", category("get_obj", 3, 300, 0), category("put_obj", 2, 0, 20)),
            hour("2026-05-03T01:00:00Z", "b", category("get_obj", 1, 7, 0)),
            hour("2026-05-04T00:00:00Z", "", category("list_buckets", 5, 50, 0))
          ]
        },
        { user: "anonymous", buckets: [hour("2026-05-04T02:00:00Z", "a", category("get_obj", 9, 900, 0))] }
      ],
      summary: []
    })
    assert.deepStrictEqual(trafficByDay(entriesOf(wire)), [
      {
        day: "2026-05-03",
        owner: "RGW1",
        operations: 6,
        successful_operations: 3,
        bytes_sent: 307,
        bytes_received: 20
      },
      { day: "2026-05-04", owner: "RGW1", operations: 5, successful_operations: 4, bytes_sent: 50, bytes_received: 0 },
      {
        day: "2026-05-04",
        owner: "anonymous",
        operations: 9,
        successful_operations: 8,
        bytes_sent: 900,
        bytes_received: 0
      }
    ])
  })
  it("is empty where the gateway keeps none", () => {
    assert.deepStrictEqual(entriesOf({ entries: [] }), [])
  })
})
