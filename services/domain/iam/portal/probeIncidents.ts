import { answersToClose, failuresToOpen } from "../../gateways/endpoints/health/incidents.ts"
import type { ProbeFailure, ProbeIncident, ProbeOperation } from "./StorageStatus.ts"

export interface ProbeRun {
  readonly failed: boolean
  readonly count: number
  readonly began_at: string
  readonly operation: ProbeOperation | null
  readonly cause: ProbeFailure | null
}

/** An incident lasts from the first of three failures to the first of two successes, as with health checks. */
export const probeIncidents = (runs: ReadonlyArray<ProbeRun>): ReadonlyArray<ProbeIncident> => {
  const incidents: Array<ProbeIncident> = []
  for (const { began_at, cause, count, failed, operation } of runs) {
    const last = incidents.at(-1)
    const isOpen = last !== undefined && last.ended_at === null
    if (!isOpen && failed && count >= failuresToOpen && operation !== null && cause !== null)
      incidents.push({ started_at: began_at, ended_at: null, operation, cause })
    if (isOpen && !failed && count >= answersToClose) incidents[incidents.length - 1] = { ...last, ended_at: began_at }
  }
  return incidents
}
