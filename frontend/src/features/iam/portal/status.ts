import type { Answer } from "~/client/contract"
import { counted, int } from "~/lib/format"

type Status = Answer<"GET /api/portal/status">
type Operation = Status["operations"][number]["operation"]

export const STATUS_STATES = {
  available: { text: "Available", tone: "ok", icon: "circle-check" },
  degraded: { text: "Degraded", tone: "warn", icon: "triangle-alert" },
  disrupted: { text: "Disrupted", tone: "danger", icon: "circle-x" },
  unknown: { text: "Unknown", tone: "neutral", icon: "info" }
} as const

const TEXTS = {
  available: "The last test of your storage succeeded.",
  degraded: "The last test of your storage failed.",
  disrupted: "Several tests of your storage failed.",
  not_probed: "Your storage has not been tested yet.",
  disabled: "Tests of your storage are switched off.",
  outdated: "Your storage was not tested recently.",
  no_key: "Your storage cannot be tested: the service has no key for it.",
  refused: "Your storage cannot be tested: it refuses the service's own bucket.",
  quota: "Your storage cannot be tested: the service's own quota is used up."
} as const

export const stateText = ({ state, unknown_reason }: Status): string =>
  state === "unknown" ? TEXTS[unknown_reason ?? "not_probed"] : TEXTS[state]

export const PROBE_OPERATIONS: Readonly<Record<Operation, string>> = {
  put: "Upload",
  get: "Download",
  list: "List",
  delete: "Delete"
}

const CAUSES = {
  timeout: "no answer in time",
  unreachable: "not reachable",
  connection: "connection broken",
  server_error: "server error",
  wrong_answer: "wrong answer"
} as const

export const causeText = ({ cause, operation }: Status["incidents"][number]): string =>
  `${PROBE_OPERATIONS[operation]}: ${CAUSES[cause]}`

/** States the tested days, since days without tests prove nothing. */
export const noIncidentText = ({ days }: Pick<Status, "days">): string => {
  const testedDays = days.filter(({ probe_count }) => probe_count > 0).length
  if (testedDays === 0) return `Unknown: nothing was tested in the last ${days.length} days.`
  return testedDays === days.length
    ? `No incident in the last ${days.length} days.`
    : `No incident on the ${counted(testedDays, "tested day")} of the last ${days.length}.`
}

export const latencyText = ({ latency_ms, median_ms, result }: Status["operations"][number]): string => {
  const last = result === "failed" ? "failed" : latency_ms === null ? "unknown" : `${int(latency_ms)} ms`
  return median_ms === null ? last : `${last}, usually ${int(median_ms)} ms`
}

export const dayBarsOf = ({ days }: Status) =>
  days.map(({ day, failed_count, median_ms, probe_count }) => ({
    day,
    share: probe_count === 0 ? null : (probe_count - failed_count) / probe_count,
    label:
      probe_count === 0
        ? "not tested"
        : [
            `${int(probe_count - failed_count)} of ${counted(probe_count, "test")} succeeded`,
            ...(median_ms === null ? [] : [`median ${int(median_ms)} ms`])
          ].join(", ")
  }))
