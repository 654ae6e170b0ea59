import type { Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"

export type Job = Row<"GET /api/admin/jobs">
export type JobRun = Row<"GET /api/admin/jobs/:job_name/runs">
export type JobReport = JobRun["report"]

export const RUN_OUTCOMES: Record<JobRun["outcome"], { readonly text: string; readonly tone: Tone }> = {
  completed: { text: "Completed", tone: "ok" },
  failed: { text: "Failed", tone: "danger" },
  interrupted: { text: "Interrupted", tone: "warn" },
  skipped: { text: "Skipped", tone: "neutral" }
}

export const TRIGGER_LABELS: Record<JobRun["trigger"], string> = {
  schedule: "by schedule",
  internal: "by the internal route",
  administrator: "by an administrator"
}

const valueText = (value: JobReport[string]): string =>
  typeof value === "string" ? value : value === null ? "none" : JSON.stringify(value)

export const reportLines = (report: JobReport): ReadonlyArray<{ readonly name: string; readonly value: string }> =>
  Object.entries(report).map(([name, value]) => ({ name: name.replaceAll("_", " "), value: valueText(value) }))

export const reportText = (report: JobReport): string =>
  reportLines(report)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(", ")
