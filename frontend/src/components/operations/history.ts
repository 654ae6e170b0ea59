import { HISTORY_KEY } from "~/lib/operations"
import type { Operation, OperationKind, RunRef } from "./operation"
import { outcomeSentence } from "./sentences"

export interface OperationSummary {
  readonly id: string
  readonly kind: OperationKind
  readonly target: string
  readonly started: number
  readonly ended: number | null
  readonly outcome: string
  readonly interrupted: boolean
  readonly failures: ReadonlyArray<{ readonly name: string; readonly reason: string }>
  readonly more: number
  readonly run?: RunRef
}

const MAX_FAILURES = 20
const MAX_SUMMARIES = 30

const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export const summarizeOperation = (operation: Operation): OperationSummary => {
  const failed: Array<{ name: string; reason: string }> = []
  for (const { name, reason, state } of operation.items) {
    if (failed.length === MAX_FAILURES) break
    if (state === "failed") failed.push({ name: short(name), reason: short(reason) })
  }
  const { id, kind, ended, run, started, target, totals, words } = operation
  const remaining = totals.waiting + totals.running + totals.paused
  return {
    id,
    kind,
    started,
    ...(ended === null && run !== null ? { ended: started, run } : { ended }),
    target: short(target),
    interrupted: false,
    failures: failed,
    more: totals.failed - failed.length,
    outcome:
      ended === null
        ? `${totals.done} of ${totals.items} ${words.many} ` +
          `${words.done}${remaining > 0 && totals.failed > 0 ? `, ${totals.failed} failed` : ""}`
        : outcomeSentence(operation)
  }
}

interface Stored {
  readonly who: string
  readonly summaries: ReadonlyArray<OperationSummary>
}

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Stored).who === "string" &&
  Array.isArray((value as Stored).summaries)

const storedOf = (text: string | null, who: string): ReadonlyArray<OperationSummary> => {
  if (text === null) return []
  try {
    const stored: unknown = JSON.parse(text)
    return isStored(stored) && stored.who === who ? stored.summaries : []
  } catch {
    // written by another version or edited by hand
    return []
  }
}

export const parseHistory = (text: string | null, who: string): ReadonlyArray<OperationSummary> =>
  storedOf(text, who)
    .filter(({ run }) => run === undefined)
    .map((summary) => (summary.ended === null ? { ...summary, interrupted: true, ended: summary.started } : summary))

export const parseUnfinishedRuns = (text: string | null, who: string): ReadonlyArray<OperationSummary> =>
  storedOf(text, who).filter(({ run }) => run !== undefined)

export const readHistory = (
  who: string
): readonly [past: ReadonlyArray<OperationSummary>, left: ReadonlyArray<OperationSummary>] => {
  const text = sessionStorage.getItem(HISTORY_KEY)
  return [parseHistory(text, who), parseUnfinishedRuns(text, who)]
}

export const writeHistory = (who: string, summaries: ReadonlyArray<OperationSummary>): void => {
  try {
    if (summaries.length === 0) sessionStorage.removeItem(HISTORY_KEY)
    else
      sessionStorage.setItem(
        HISTORY_KEY,
        JSON.stringify({ who, summaries: summaries.slice(0, MAX_SUMMARIES) } satisfies Stored)
      )
  } catch {
    // Only the history after a reload is lost.
  }
}
