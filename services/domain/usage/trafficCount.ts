import type { TrafficEntry } from "./TrafficEntry.ts"
import type { TrafficPeriod, TrafficSums, UsageTraffic } from "./UsageTraffic.ts"

const hour = 3_600_000
const day = 24 * hour
const lengths: Record<TrafficPeriod, { readonly length: number; readonly step: number }> = {
  hour: { length: hour, step: hour }, day: { length: day, step: hour }, week: { length: 7 * day, step: hour }, month: { length: 30 * day, step: day }
}
/** Buckets that are told. */
const told = 50

/** Where a period begins, in milliseconds: with a whole step, so that none is cut; it ends now. */
export const trafficWindow = (period: TrafficPeriod, now: number) => {
  const { length, step } = lengths[period]
  return { from: Math.floor((now - length) / step) * step, step }
}

const none: TrafficSums = { operations: 0, successful_operations: 0, bytes_sent: 0, bytes_received: 0 }
const plus = (one: TrafficSums, other: TrafficSums): TrafficSums => ({
  operations: one.operations + other.operations, successful_operations: one.successful_operations + other.successful_operations,
  bytes_sent: one.bytes_sent + other.bytes_sent, bytes_received: one.bytes_received + other.bytes_received
})
const sumsOf = ({ bytes_received, bytes_sent, operations, successful_operations }: TrafficEntry): TrafficSums => ({ operations, successful_operations, bytes_sent, bytes_received })
const bytesOf = ({ bytes_received, bytes_sent }: TrafficSums) => bytes_received + bytes_sent
const byName = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0

/** Adds up entries of a usage log; what lies outside the window is not counted, so that slices may overlap at their seams. */
export const trafficCount = (from: number, to: number, step: number) => {
  const steps = new Map<number, TrafficSums>()
  const operations = new Map<string, TrafficSums>()
  const buckets = new Map<string, TrafficSums>()
  for (let at = from; at <= to; at += step) steps.set(at, none)
  const put = <Key>(sums: Map<Key, TrafficSums>, key: Key, more: TrafficSums) => sums.set(key, plus(sums.get(key) ?? none, more))

  return {
    /** Of a slice: those that began in it. */
    add: (entries: ReadonlyArray<TrafficEntry>, since: number, until: number) => {
      for (const entry of entries) {
        if (entry.at < since || entry.at >= until) continue
        const sums = sumsOf(entry)
        put(steps, from + Math.floor((entry.at - from) / step) * step, sums)
        put(operations, entry.operation, sums)
        put(buckets, entry.bucket, sums)
      }
    },
    told: (): Pick<UsageTraffic, "total" | "series" | "by_operation" | "by_bucket" | "bucket_count"> => ({
      total: [...steps.values()].reduce(plus, none),
      series: [...steps].sort(([one], [other]) => one - other).map(([at, sums]) => ({ at: new Date(at).toISOString(), ...sums })),
      by_operation: [...operations].map(([operation, sums]) => ({ operation, ...sums }))
        .sort((one, other) => other.operations - one.operations || byName(one.operation, other.operation)),
      by_bucket: [...buckets].map(([bucket, sums]) => ({ bucket, ...sums }))
        .sort((one, other) => bytesOf(other) - bytesOf(one) || other.operations - one.operations || byName(one.bucket, other.bucket)).slice(0, told),
      bucket_count: buckets.size
    })
  }
}
