import { type ProbeRun, probeIncidents } from "./probeIncidents.ts"
import {
  type ProbeDay,
  type ProbeObstacle,
  type ProbeOperation,
  probeObstacles,
  probeOperations,
  type ProbeResult,
  type StatusNote,
  type StorageStatus
} from "./StorageStatus.ts"

export const STATUS_DAYS = 30
/** Four probes missed by the default schedule. */
const OUTDATED_AFTER_MS = 20 * 60_000
const DAY_MS = 86_400_000

export interface StoredProbes {
  readonly name: string
  readonly latest: (ProbeResult & { readonly probed_at: string }) | null
  readonly medians: Readonly<Partial<Record<ProbeOperation, number>>>
  readonly days: ReadonlyArray<ProbeDay>
  readonly runs: ReadonlyArray<ProbeRun>
  readonly note: StatusNote | null
}

const isObstacle = (cause: ProbeResult["cause"]): cause is ProbeObstacle => probeObstacles.some((one) => one === cause)

const unknownReason = (latest: StoredProbes["latest"], isProbed: boolean, now: number) => {
  if (!isProbed) return "disabled"
  if (latest === null) return "not_probed"
  if (Date.parse(latest.probed_at) < now - OUTDATED_AFTER_MS) return "outdated"
  return isObstacle(latest.cause) ? latest.cause : null
}

const operationResult = (latest: StoredProbes["latest"], operation: ProbeOperation) => {
  if (latest?.latencies[operation] !== undefined) return "succeeded"
  return latest?.outcome === "failed" && latest.operation === operation ? "failed" : null
}

export const storageStatusOf = (
  { days, latest, medians, name, note, runs }: StoredProbes,
  isProbed: boolean,
  now: number
): StorageStatus => {
  const incidents = probeIncidents(runs)
  const unknown_reason = unknownReason(latest, isProbed, now)
  const isOpen = incidents.at(-1)?.ended_at === null
  const probedState = isOpen ? "disrupted" : latest?.outcome === "failed" ? "degraded" : "available"
  const byDay = new Map(days.map((one) => [one.day, one]))
  return {
    name,
    state: unknown_reason === null ? probedState : "unknown",
    unknown_reason,
    probed_at: latest?.probed_at ?? null,
    operations: probeOperations.map((operation) => ({
      operation,
      result: operationResult(latest, operation),
      latency_ms: latest?.latencies[operation] ?? null,
      median_ms: medians[operation] ?? null
    })),
    days: Array.from({ length: STATUS_DAYS }, (_, index) => {
      const day = new Date(now - (STATUS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
      return byDay.get(day) ?? { day, probe_count: 0, failed_count: 0, median_ms: null }
    }),
    incidents: [...incidents].reverse(),
    note
  }
}
