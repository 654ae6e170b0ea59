import type { Answer, Body, Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"
import type { Run } from "~/features/platform/runs/run"
import { isEnded } from "../../../../../services/domain/platform/work/runState.ts"

/** The lint rules of Qwik refuse `Schema.Json` in state: the run's parameters are not needed here. */
export type Migration = Omit<Row<"GET /api/manager/migrations">, "run"> & { readonly run: Run | null }
export type SavedMigration = Migration & Pick<Answer<"POST /api/manager/migrations">, "webhook_secret">
export type MigrationItem = Row<"GET /api/manager/migrations/:migration_id/items">
export type Draft = Body<"POST /api/manager/migrations">
export type BucketPair = Migration["draft"]["buckets"][number]
export type Finding = NonNullable<Migration["precheck"]>["findings"][number]
export type RemovedMigration = Answer<"DELETE /api/manager/migrations/:migration_id">

export const MIGRATION_STATES: Record<Migration["state"], { readonly text: string; readonly tone: Tone }> = {
  draft: { text: "Draft", tone: "neutral" },
  queued: { text: "Queued", tone: "info" },
  running: { text: "Running", tone: "info" },
  pause_requested: { text: "Pausing", tone: "warn" },
  paused: { text: "Paused", tone: "warn" },
  awaiting_cutover: { text: "Awaiting cutover", tone: "warn" },
  cancel_requested: { text: "Stopping", tone: "warn" },
  canceled: { text: "Stopped", tone: "neutral" },
  completed: { text: "Completed", tone: "ok" },
  completed_with_errors: { text: "Completed with errors", tone: "danger" },
  failed: { text: "Failed", tone: "danger" },
  rolled_back: { text: "Undone", tone: "neutral" }
}

export const FINDING_SEVERITIES: ReadonlyArray<{
  readonly severity: Finding["severity"]
  readonly text: string
  readonly tone: Tone
}> = [
  { severity: "blocking", text: "Blocking", tone: "danger" },
  { severity: "warning", text: "Warning", tone: "warn" },
  { severity: "info", text: "Information", tone: "info" }
]

export const COPY_STRATEGIES: ReadonlyArray<{ readonly value: Draft["strategy"]; readonly label: string }> = [
  { value: "current_only", label: "Replace equal keys at the target" },
  { value: "version_aware", label: "Copy all versions and delete markers, in order" },
  { value: "skip_existing", label: "Leave equal keys at the target" }
]

export const MIGRATION_MODES: ReadonlyArray<{ readonly value: Draft["mode"]; readonly label: string }> = [
  { value: "one_shot", label: "Copy once" },
  { value: "pre_sync", label: "Copy first, then cut over with locked sources" }
]

export const activeRunOf = ({ run }: Migration): number | null => (run === null || isEnded(run.state) ? null : run.id)

export const migrationTitle = ({ draft: { buckets } }: Pick<Migration, "draft">): string => {
  const [first] = buckets
  const more = buckets.length - 1
  return `${first === undefined ? "" : `${first.source} → ${first.target}`}${more > 0 ? ` and ${more} more` : ""}`
}

export const migrationHref = (id: number, contextId: string): string =>
  `/manager/migrations/${id}?${new URLSearchParams({ context_id: contextId })}`

export const bucketPairsOf = (text: string): ReadonlyArray<BucketPair> =>
  text
    .split("\n")
    .map((line) => line.replace("→", "->").replace("=>", "->"))
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [source = "", target = source] = line.split("->")
      return { source: source.trim(), target: target.trim() }
    })

export const bucketPairsText = (pairs: ReadonlyArray<BucketPair>): string =>
  pairs.map(({ source, target }) => (source === target ? source : `${source} -> ${target}`)).join("\n")
