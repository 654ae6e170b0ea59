import type { OwnerTraffic } from "./OwnerTraffic.ts"

/** `bucket` is empty for calls that name none. */
export interface TrafficEntry {
  readonly owner: string
  readonly bucket: string
  readonly operation: string
  /** Start of the hour in milliseconds. */
  readonly at: number
  readonly operations: number
  readonly successful_operations: number
  readonly bytes_sent: number
  readonly bytes_received: number
}

export const trafficByDay = (entries: ReadonlyArray<TrafficEntry>): ReadonlyArray<OwnerTraffic> => {
  const sums = new Map<string, OwnerTraffic>()
  for (const { at, bytes_received, bytes_sent, operations, owner, successful_operations } of entries) {
    const day = new Date(at).toISOString().slice(0, 10)
    const key = JSON.stringify([day, owner])
    const sum = sums.get(key) ?? {
      day,
      owner,
      operations: 0,
      successful_operations: 0,
      bytes_sent: 0,
      bytes_received: 0
    }
    sums.set(key, {
      ...sum,
      operations: sum.operations + operations,
      successful_operations: sum.successful_operations + successful_operations,
      bytes_sent: sum.bytes_sent + bytes_sent,
      bytes_received: sum.bytes_received + bytes_received
    })
  }
  return [...sums.values()]
}
