import { component$, Slot, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { PageSides } from "~/components/ui/page-sides"
import { focusWhenRendered } from "~/lib/focus-when-rendered"
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

/** The browser, or `retainFocus`, puts the focus there when a focused button is removed. */
const isFocusLost = () => document.activeElement?.matches("body, main") ?? true

export const RecountButtons = component$(() => {
  const usage = useUsage()
  const buttons = useSignal<HTMLElement>()
  const lastDepth = useSignal(usage.depth)
  useVisibleTask$(
    ({ track }) => {
      const current = track(() => usage.depth)
      const replaced = lastDepth.value
      lastDepth.value = current
      if (current === replaced) return
      const selector = current === null ? `[data-depth=${replaced}]` : "[data-stop]"
      focusWhenRendered(() => buttons.value?.querySelector<HTMLElement>(selector) ?? undefined, isFocusLost)
    },
    { strategy: "document-ready" }
  )
  const { depth, progress, scope } = usage
  return (
    <div ref={buttons} class="contents">
      {depth === null ? (
        <>
          {scope.kind === "context" && (
            <button
              type="button"
              class="btn btn-secondary"
              disabled={scope.id === ""}
              title="Lists every version and unfinished upload of each bucket, within a bound"
              data-depth="contents"
              onClick$={() => recount(usage, "contents")}
            >
              <Icon name="search" /> Look into buckets
            </button>
          )}
          <button
            type="button"
            class="btn btn-primary"
            disabled={scope.id === ""}
            data-depth="statistics"
            onClick$={() => recount(usage, "statistics")}
          >
            <Icon name="refresh-cw" /> Recalculate
          </button>
        </>
      ) : (
        <>
          <span
            class="flex min-w-0 grow basis-64 flex-wrap items-center gap-x-2 text-xs text-ink-2 sm:grow-0 sm:basis-auto"
            role="status"
            data-testid="recount"
          >
            <progress class="meter w-24 sm:w-32" max={100} value={progress?.percent ?? 0} aria-label="Recount" />
            <span class="num">
              {STAGES[progress?.stage ?? "listing"]}:{" "}
              {progress?.total
                ? `${int(progress.processed)} of ${counted(progress.total, "bucket")}`
                : counted(progress?.processed ?? 0, "bucket")}
            </span>
            <span class="text-ink-3">Stops when you leave Usage</span>
          </span>
          <button
            type="button"
            class="btn btn-secondary"
            title="Stops the recount, unless it runs in another window too"
            data-stop
            onClick$={() => usage.running?.abort()}
          >
            Stop
          </button>
        </>
      )}
    </div>
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
        {broke ? "The recount failed" : "Usage could not be refreshed"}: {failed.message.replace(/\.$/, "")}.
        {snapshot !== null && " The figures are from the last count."}
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
