import { DateTime, Schema } from "effect"
import type { OwnerTraffic } from "#domain/statistics/OwnerTraffic.ts"

const Category = Schema.Struct({ bytes_sent: Schema.Int, bytes_received: Schema.Int, ops: Schema.Int, successful_ops: Schema.Int })

/** The usage log as RGW tells it (A18): by owner, bucket and hour. `epoch`: seconds. The traffic of an account is under its id. */
export const WireUsage = Schema.Struct({
  entries: Schema.Array(Schema.Struct({
    user: Schema.String,
    buckets: Schema.Array(Schema.Struct({ epoch: Schema.Int, categories: Schema.Array(Category) }))
  }))
})

/** As Admin Ops reads a moment. */
export const usageTime = (moment: DateTime.Utc): string => DateTime.formatIso(moment).slice(0, 19).replace("T", " ")

/** The newest hour in which anything was asked; null: in none. */
export const newestHour = ({ entries }: typeof WireUsage.Type): DateTime.Utc | null => {
  const newest = entries.reduce((latest, { buckets }) => buckets.reduce((one, { epoch }) => Math.max(one, epoch), latest), 0)
  return newest === 0 ? null : DateTime.makeUnsafe(newest * 1000)
}

const dayOf = (epoch: number): string => new Date(epoch * 1000).toISOString().slice(0, 10)

/** The same summed up by owner and day. */
export const trafficOf = ({ entries }: typeof WireUsage.Type): ReadonlyArray<OwnerTraffic> => {
  const sums = new Map<string, OwnerTraffic>()
  for (const { buckets, user: owner } of entries) {
    for (const { categories, epoch } of buckets) {
      const day = dayOf(epoch)
      const key = JSON.stringify([day, owner])
      const sum = sums.get(key) ?? { day, owner, operations: 0, successful_operations: 0, bytes_sent: 0, bytes_received: 0 }
      sums.set(key, categories.reduce((all, one) => ({
        ...all, operations: all.operations + one.ops, successful_operations: all.successful_operations + one.successful_ops,
        bytes_sent: all.bytes_sent + one.bytes_sent, bytes_received: all.bytes_received + one.bytes_received
      }), sum))
    }
  }
  return [...sums.values()]
}
