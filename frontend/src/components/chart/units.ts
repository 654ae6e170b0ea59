import { bytes, int } from "~/lib/format"
import { binaryTicks, countTicks } from "./scale"

export type Unit = "bytes" | "count" | "milliseconds"

export const inUnit = (unit: Unit, value: number | null): string => {
  if (value === null || !Number.isFinite(value)) return "—"
  return unit === "bytes"
    ? value < 0
      ? `-${bytes(-value)}`
      : bytes(value)
    : unit === "count"
      ? int(value)
      : `${int(value)} ms`
}

export const ticksOf = (unit: Unit, domain: readonly [number, number], maxTicks: number): ReadonlyArray<number> =>
  unit === "bytes" ? binaryTicks(domain, maxTicks) : countTicks(domain, maxTicks)
