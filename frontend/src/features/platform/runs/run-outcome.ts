import { isRunEnded, type Item, RUN_STATES, type Run } from "./run"
import { bytes, counted, int } from "~/lib/format"
import type { ToastInput } from "~/lib/toasts"

interface Leftover {
  readonly key: string
  readonly version_id: string
  readonly reason: string
}

const number = (value: unknown): number => (typeof value === "number" ? value : 0)

export const leftoverCount = ({ result }: Pick<Item, "result">): number => number(result["kept"])

export const leftoversOf = ({ result }: Pick<Item, "result">): ReadonlyArray<Leftover> =>
  Array.isArray(result["kept_named"]) ? (result["kept_named"] as ReadonlyArray<Leftover>) : []

const keyOutcomes = ({ result, state }: Pick<Item, "result" | "state">): ReadonlyArray<string> => {
  const { left: remaining, new_key: fresh, old_key: old, old_key_is: oldState, rotated, unreadable } = result
  if (typeof rotated === "object" && rotated !== null) {
    const sum = Object.values(rotated).reduce<number>((all, count) => all + number(count), 0)
    return [`${int(sum)} encrypted anew, ${String(unreadable)} unreadable, ${String(remaining)} left`]
  }
  if (typeof result["registration_id"] === "number")
    return [state === "rolled_back" ? "Unlinked again, and its key is deleted" : "Registered, with a key of its own"]
  if (typeof old !== "string") return []
  if (state === "rolled_back") return [`${old} is in use again, ${String(fresh)} is deleted`]
  return [
    typeof fresh === "string"
      ? `${fresh} is in use, ${old} is ${oldState === "deleted" ? "deleted" : "switched off"}`
      : `${old} is deleted`
  ]
}

export const outcomeText = ({
  after,
  before,
  problem,
  progress,
  result,
  state
}: Pick<Item, "after" | "before" | "problem" | "progress" | "result" | "state">): string => {
  const { aborted, change_id, created, deleted, removed, set } = result
  const counts = [
    ...(typeof removed === "number"
      ? [
          `${counted(removed, "object or version", "objects and versions")} removed, ` +
            `${counted(number(result["delete_markers"]), "delete marker", "delete markers")}, ` +
            `${bytes(number(result["freed_bytes"]))}`
        ]
      : []),
    ...(typeof aborted === "number" && aborted > 0 ? [`${counted(aborted, "upload", "uploads")} ended`] : []),
    ...(typeof deleted === "string" ? [`${deleted} is deleted`] : []),
    ...(typeof created === "string" ? [`${created} is created`] : []),
    ...(typeof set === "string" ? ["Set"] : []),
    ...(typeof change_id === "number" ? [`${before} → ${after}`] : []),
    ...keyOutcomes({ result, state })
  ]
  if (state === "running" && progress !== null)
    return (
      `${int(progress.done)}${progress.total === null ? "" : ` of about ${int(progress.total)}`} ` +
      `${progress.unit}${progress.note === "" ? "" : `. ${progress.note}`}`
    )
  return [...(problem === null ? [] : [problem.detail]), ...counts].join(". ") || "—"
}

const MAX_LISTED_STEPS = 4
const MAX_REASONS = 2

export const outcomeOfRun = (
  run: Pick<Run, "id" | "state" | "title" | "totals">,
  items: ReadonlyArray<Item>,
  href: string | null
): ToastInput => {
  const { completed, failed, skipped, total } = run.totals
  const reasons = [...new Set(items.flatMap(leftoversOf).map(({ reason }) => reason))]
  const steps = items
    .filter(({ problem, result }) => problem !== null || Object.keys(result).length > 0)
    .map((item) => ({
      label: item.label,
      text: outcomeText(item),
      set: typeof item.result["set"] === "string" && item.problem === null
    }))
    .filter(({ text }) => text !== "—")
  const first = items.find(({ state }) => state === "failed")?.problem?.detail
  const parts =
    total <= MAX_LISTED_STEPS
      ? steps.map(({ label, text, set }) => (set ? `${label} is set` : text))
      : [
          `${int(completed)} of ${int(total)} done`,
          ...(skipped > 0 ? [`${int(skipped)} skipped`] : []),
          ...(failed > 0 ? [`${int(failed)} failed${first === undefined ? "" : `, the first: ${first}`}`] : [])
        ]
  const detail = [
    ...parts,
    ...reasons.slice(0, MAX_REASONS),
    ...(reasons.length > MAX_REASONS ? ["More in the report"] : [])
  ].join(". ")
  return {
    tone: run.state === "completed" ? "ok" : run.state === "completed_with_errors" ? "danger" : "info",
    text: `${run.title}: ${isRunEnded(run) ? RUN_STATES[run.state].text.toLowerCase() : "still under way"}`,
    ...(detail === "" ? {} : { detail: `${detail}.`.replace(/\.\.$/, ".") }),
    ...(href === null ? {} : { link: { label: "Open the report", href } })
  }
}
