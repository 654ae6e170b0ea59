import type { TrafficEntry } from "./TrafficEntry.ts"
import type { TrafficPeriod, TrafficSums, UsageTraffic } from "./UsageTraffic.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const lengths: Record<TrafficPeriod, { readonly length: number; readonly step: number }> = {
  hour: { length: HOUR_MS, step: HOUR_MS },
  day: { length: DAY_MS, step: HOUR_MS },
  week: { length: 7 * DAY_MS, step: HOUR_MS },
  month: { length: 30 * DAY_MS, step: DAY_MS }
}
const MAX_ROWS = 50

/** Aligned to a step so that no step is cut. */
export const trafficWindow = (period: TrafficPeriod, now: number) => {
  const { length, step } = lengths[period]
  return { from: Math.floor((now - length) / step) * step, step }
}

const none: TrafficSums = { operations: 0, successful_operations: 0, bytes_sent: 0, bytes_received: 0 }
const plus = (one: TrafficSums, other: TrafficSums): TrafficSums => ({
  operations: one.operations + other.operations,
  successful_operations: one.successful_operations + other.successful_operations,
  bytes_sent: one.bytes_sent + other.bytes_sent,
  bytes_received: one.bytes_received + other.bytes_received
})
const sumsOf = ({ bytes_received, bytes_sent, operations, successful_operations }: TrafficEntry): TrafficSums => ({
  operations,
  successful_operations,
  bytes_sent,
  bytes_received
})
const bytesOf = ({ bytes_received, bytes_sent }: TrafficSums) => bytes_received + bytes_sent
const byName = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const most = <Row extends TrafficSums>(rows: ReadonlyArray<Row>, nameOf: (row: Row) => string): ReadonlyArray<Row> =>
  rows
    .toSorted(
      (one, other) =>
        bytesOf(other) - bytesOf(one) || other.operations - one.operations || byName(nameOf(one), nameOf(other))
    )
    .slice(0, MAX_ROWS)

/** Ignores entries outside the window, so that slices may overlap. */
export const trafficCount = (from: number, to: number, step: number) => {
  const steps = new Map<number, TrafficSums>()
  const operations = new Map<string, TrafficSums>()
  const buckets = new Map<string, UsageTraffic["by_bucket"][number]>()
  const owners = new Map<string, TrafficSums>()
  for (let at = from; at <= to; at += step) steps.set(at, none)
  const put = <Key>(sums: Map<Key, TrafficSums>, key: Key, more: TrafficSums) =>
    sums.set(key, plus(sums.get(key) ?? none, more))

  return {
    add: (entries: ReadonlyArray<TrafficEntry>, since: number, until: number) => {
      for (const entry of entries) {
        if (entry.at < since || entry.at >= until) continue
        const sums = sumsOf(entry)
        put(steps, from + Math.floor((entry.at - from) / step) * step, sums)
        put(operations, entry.operation, sums)
        put(owners, entry.owner, sums)
        const { bucket, owner } = entry
        const key = JSON.stringify([owner, bucket])
        buckets.set(key, { bucket, owner, ...plus(buckets.get(key) ?? none, sums) })
      }
    },
    result: (): Omit<UsageTraffic, "evidence" | "from" | "to" | "step_seconds" | "read_at"> => ({
      total: [...steps.values()].reduce(plus, none),
      series: [...steps]
        .sort(([one], [other]) => one - other)
        .map(([at, sums]) => ({ at: new Date(at).toISOString(), ...sums })),
      by_operation: [...operations]
        .map(([operation, sums]) => ({ operation, ...sums }))
        .sort((one, other) => other.operations - one.operations || byName(one.operation, other.operation)),
      by_bucket: most([...buckets.values()], ({ bucket, owner }) => `${bucket}\n${owner}`),
      bucket_count: buckets.size,
      by_owner: most(
        [...owners].map(([owner, sums]) => ({ owner, ...sums })),
        ({ owner }) => owner
      ),
      owner_count: owners.size
    })
  }
}
