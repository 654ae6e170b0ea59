import { $, component$, Slot, useVisibleTask$ } from "@builder.io/qwik"
import { FreshnessLine } from "~/components/ui/freshness"
import { ErrorState } from "~/components/ui/states"
import { ToggleGroup } from "~/components/ui/toggle-group"
import { useTrail } from "~/lib/crumbs"
import { refinement } from "~/lib/url-state"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useUrlState } from "~/lib/use-url-state"
import { TrafficReport } from "./traffic-report"
import type { TrafficPeriod, UsageTraffic } from "./usage"
import { UsageFrame } from "./usage-head"
import { readTraffic } from "./usage-scope"
import { useUsage } from "./use-usage"

const PERIODS: ReadonlyArray<readonly [TrafficPeriod, string]> = [
  ["hour", "Hour"],
  ["day", "Day"],
  ["week", "Week"],
  ["month", "Month"]
]

const periodOf = (value: string): TrafficPeriod => PERIODS.find(([period]) => period === value)?.[0] ?? "day"

interface TrafficAnswer {
  readonly asked: string
  readonly traffic: UsageTraffic
}

export const TrafficPage = component$(() => {
  const usage = useUsage()
  const trail = useTrail()
  const address: { period: string; bucket: string } = useUrlState({ period: refinement("day"), bucket: refinement() })
  const loaded = useLoaded<TrafficAnswer | null>(
    $(async (signal: AbortSignal): Promise<TrafficAnswer | null> => {
      const { scope } = usage
      const [period, bucket] = [periodOf(address.period), address.bucket]
      if (scope.id === "") return null
      const traffic = await readTraffic(scope, period, bucket, signal)
      return { asked: `${scope.id} ${period} ${bucket}`, traffic }
    })
  )
  const readAgain = $(() => {
    loaded.problem = undefined
    reload(loaded)
  })
  const requestKey = `${usage.scope.id} ${periodOf(address.period)} ${address.bucket}`
  useVisibleTask$(
    () => {
      trail.value = { path: window.location.pathname.replace(/\/$/, ""), label: "Traffic" }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const currentKey =
        `${track(() => usage.scope.id)} ${periodOf(track(() => address.period))} ` + `${track(() => address.bucket)}`
      if (loaded.problem !== undefined || loaded.value?.asked !== currentKey) void readAgain()
    },
    { strategy: "document-ready" }
  )
  const answer = loaded.value
  return (
    <UsageFrame label={`Traffic of this ${usage.scope.kind}`}>
      <div q:slot="header" class="contents">
        <Slot />
      </div>
      <div class="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <ToggleGroup
          label="Period"
          choices={PERIODS}
          chosen={periodOf(address.period)}
          choose$={$((period: string) => {
            address.period = period
          })}
        />
        {address.bucket !== "" && (
          <span class="min-w-0 wrap-anywhere">
            of <b class="font-medium">{address.bucket}</b>
          </span>
        )}
        {answer !== null && answer.asked === requestKey && (
          <FreshnessLine stream="none" readAt={answer.traffic.read_at} stale={false} verb="Read" />
        )}
      </div>
      {loaded.problem ? (
        <div class="grid place-items-center py-6">
          <ErrorState title="The traffic could not be read" problem={loaded.problem} onRetry$={readAgain} />
        </div>
      ) : answer !== null && answer.asked === requestKey ? (
        <TrafficReport
          key={requestKey}
          traffic={answer.traffic}
          period={periodOf(address.period)}
          bucket={address.bucket}
        />
      ) : (
        <div class="grid max-w-5xl gap-3" role="status" aria-label="Loading">
          <span class="skeleton h-20" />
          <span class="skeleton h-56" />
        </div>
      )}
    </UsageFrame>
  )
})
