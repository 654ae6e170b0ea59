import { $, component$ } from "@builder.io/qwik"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { useUsage } from "./use-usage"
import { RecountButtons, UsageFrame } from "./usage-head"
import { UsageReport } from "./usage-report"

const NOTHING_COUNTED = {
  context:
    "Recalculate reads the statistics of every bucket of this context from the gateway and stores the " +
    "sums. Look into buckets lists what they hold as well.",
  endpoint: "Recalculate reads the statistics of every bucket of this endpoint from the gateway and stores the sums."
} as const

export const UsageBody = component$(() => {
  const usage = useUsage()
  const { kind } = usage.scope
  return (
    <>
      {usage.status === "failed" && usage.problem && (
        <div class="grid h-full place-items-center">
          <ErrorState
            title="Usage could not be read"
            problem={usage.problem}
            onRetry$={$(() => {
              usage.requests++
            })}
          />
        </div>
      )}
      {usage.status === "loading" && (
        <div class="grid max-w-5xl grid-cols-2 gap-3 min-[640px]:grid-cols-4" aria-hidden="true">
          {[0, 1, 2, 3].map((index) => (
            <div key={index} class="skeleton h-20 rounded-card" />
          ))}
        </div>
      )}
      {usage.status === "ready" && usage.snapshot && <UsageReport key={usage.scope.id} snapshot={usage.snapshot} />}
      {usage.status === "ready" && usage.snapshot === null && (
        <div class={["grid place-items-center", kind === "context" ? "h-full" : "py-6"]}>
          <EmptyState icon="chart-column" title="Nothing counted yet" text={NOTHING_COUNTED[kind]} />
        </div>
      )}
    </>
  )
})

export const UsagePage = component$(() => (
  <UsageFrame label="Usage of this context">
    <div q:slot="header" class="contents">
      <RecountButtons />
    </div>
    <UsageBody />
  </UsageFrame>
))
