import { DateTime, Schema } from "effect"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"

const Category = Schema.Struct({
  category: Schema.String,
  bytes_sent: Schema.Int,
  bytes_received: Schema.Int,
  ops: Schema.Int,
  successful_ops: Schema.Int
})

/** The usage log (A18) by owner, bucket and hour. `epoch`: seconds. An account's traffic is under its id. */
export const WireUsage = Schema.Struct({
  entries: Schema.Array(
    Schema.Struct({
      user: Schema.String,
      buckets: Schema.Array(
        Schema.Struct({ bucket: Schema.String, epoch: Schema.Int, categories: Schema.Array(Category) })
      )
    })
  )
})

export const usageTime = (moment: DateTime.Utc): string => DateTime.formatIso(moment).slice(0, 19).replace("T", " ")

export const newestHour = ({ entries }: typeof WireUsage.Type): DateTime.Utc | null => {
  const newest = entries.reduce(
    (latest, { buckets }) => buckets.reduce((one, { epoch }) => Math.max(one, epoch), latest),
    0
  )
  return newest === 0 ? null : DateTime.makeUnsafe(newest * 1000)
}

export const entriesOf = ({ entries }: typeof WireUsage.Type): ReadonlyArray<TrafficEntry> =>
  entries.flatMap(({ buckets, user: owner }) =>
    buckets.flatMap(({ bucket, categories, epoch }) =>
      categories.map((one) => ({
        owner,
        bucket,
        operation: one.category,
        at: epoch * 1000,
        operations: one.ops,
        successful_operations: one.successful_ops,
        bytes_sent: one.bytes_sent,
        bytes_received: one.bytes_received
      }))
    )
  )
