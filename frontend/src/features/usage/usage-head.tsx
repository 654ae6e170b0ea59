import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { PageSides } from "~/components/ui/page-sides"
import { counted, int } from "~/lib/format"
import { recount } from "./recount"
import { useUsage } from "./use-usage"
import { usagePageHref } from "./usage-scope"

const SIDES = {
  context: [
    ["", "Overview"],
    ["buckets", "Buckets"],
    ["traffic", "Traffic"]
  ],
  endpoint: [
    ["", "Overview"],
    ["traffic", "Traffic"]
  ]
} as const

export const UsageSides = component$(() => {
  const { scope } = useUsage()
  return (
    <PageSides
      label="Sides of usage"
      sides={SIDES[scope.kind].map(([page, label]) => [usagePageHref(scope, page), label])}
    />
  )
})

const STAGES = { listing: "Listing buckets", counting: "Counting", contents: "Looking into" } as const

export const RecountButtons = component$(() => {
  const usage = useUsage()
  const { depth, progress, scope } = usage
  return depth === null ? (
    <>
      {scope.kind === "context" && (
        <button
          type="button"
          class="btn btn-secondary"
          disabled={scope.id === ""}
          title="Lists every version and unfinished upload of each bucket, within a bound"
          onClick$={() => recount(usage, "contents")}
        >
          <Icon name="search" /> Look into buckets
        </button>
      )}
      <button
        type="button"
        class="btn btn-primary"
        disabled={scope.id === ""}
        onClick$={() => recount(usage, "statistics")}
      >
        <Icon name="refresh-cw" /> Recalculate
      </button>
    </>
  ) : (
    <>
      <span class="flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-ink-2" role="status" data-testid="recount">
        <progress class="meter w-24 sm:w-32" max={100} value={progress?.percent ?? 0} aria-label="Recount" />
        <span class="num">
          {STAGES[progress?.stage ?? "listing"]}:{" "}
          {progress?.total
            ? `${int(progress.processed)} of ${counted(progress.total, "bucket")}`
            : counted(progress?.processed ?? 0, "bucket")}
        </span>
      </span>
      <button
        type="button"
        class="btn btn-secondary"
        title="The count goes on while somebody else watches it"
        onClick$={() => usage.running?.abort()}
      >
        Stop
      </button>
    </>
  )
})

export const UsageNotices = component$(() => {
  const usage = useUsage()
  const { broke, problem, snapshot } = usage
  const failed = broke ?? (snapshot === null ? undefined : problem)
  return failed === undefined ? null : (
    <p class="alert alert-warn mx-5 mt-3" role="alert" data-testid="usage-stale">
      <Icon name="triangle-alert" />
      <span>
        {broke ? "The recount broke off" : "Usage could not be read again"}: {failed.message}{" "}
        {snapshot === null ? "" : "What is shown is what was counted before."}
      </span>
    </p>
  )
})

export const UsageFrame = component$<{ readonly label: string }>(({ label }) => (
  <div class="flex h-full min-h-0 flex-col">
    <header class="page-head flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-1">
      <h1 class="text-xl font-semibold tracking-tight">Usage</h1>
      <div class="page-head-gap flex-1" />
      <Slot name="header" />
    </header>
    <UsageSides />
    <UsageNotices />
    <div
      class="min-h-0 flex-1 overflow-y-auto px-5 py-5"
      tabIndex={0}
      role="region"
      aria-label={label}
      data-testid="usage-region"
    >
      <Slot />
    </div>
  </div>
))
