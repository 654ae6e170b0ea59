import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { DayBars } from "~/components/chart/day-bars"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { durationText } from "~/features/gateways/endpoints/health-history"
import { dateTime } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { PortalPage } from "./portal-page"
import { causeText, dayBarsOf, latencyText, noIncidentText, PROBE_OPERATIONS, STATUS_STATES, stateText } from "./status"

export const StatusPage = component$<{ readonly accountId: number }>(({ accountId }) => {
  const status = useLoaded($((signal: AbortSignal) => callIn({ accountId }, "GET /api/portal/status", { signal })))
  const loaded = status.value
  return (
    <PortalPage title="Status" text="Stowage uploads, reads, lists and deletes a small object every few minutes.">
      {status.problem ? (
        <div class="grid justify-items-center pt-6">
          <ErrorState
            title="The status could not be loaded"
            problem={status.problem}
            onRetry$={$(() => reload(status))}
          />
        </div>
      ) : loaded === null ? (
        <span class="skeleton block h-40" role="status" aria-label="Loading" />
      ) : (
        <div class="grid gap-7" data-testid="storage-status">
          <section class="card grid gap-3 p-4" aria-label="Now">
            <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b class="font-medium wrap-anywhere">{loaded.name}</b>
              <Badge {...STATUS_STATES[loaded.state]} />
              {loaded.probed_at !== null && (
                <span class="text-xs text-ink-3">
                  Tested <Ago at={loaded.probed_at} />
                </span>
              )}
            </p>
            <p class="text-ink-2">{stateText(loaded)}</p>
            {loaded.note && (
              <p class="alert" data-testid="status-note">
                <Icon name="info" />
                <span class="wrap-anywhere">
                  {loaded.note.text} <span class="text-xs text-ink-2">{dateTime(loaded.note.written_at)}</span>
                </span>
              </p>
            )}
            {loaded.probed_at !== null && (
              <dl class="facts">
                {loaded.operations.map((one) => (
                  <>
                    <dt key={`${one.operation} label`}>{PROBE_OPERATIONS[one.operation]}</dt>
                    <dd key={one.operation} class="num">
                      {latencyText(one)}
                    </dd>
                  </>
                ))}
              </dl>
            )}
          </section>
          <DayBars label="The last 30 days" days={dayBarsOf(loaded)} />
          <section aria-label="Incidents">
            <h2 class="mb-2 font-medium">Incidents</h2>
            {loaded.incidents.length === 0 ? (
              <p class="text-ink-2">{noIncidentText(loaded)}</p>
            ) : (
              <ul class="card divide-y divide-line px-4">
                {loaded.incidents.map((one) => (
                  <li key={one.started_at} class="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5">
                    <span class="min-w-0 flex-1 basis-52 font-medium">{causeText(one)}</span>
                    <span class="num text-xs text-ink-2">{dateTime(one.started_at)}</span>
                    {one.ended_at === null ? (
                      <Badge text="Going on" tone="danger" icon="circle-x" />
                    ) : (
                      <span class="num text-xs text-ink-2">lasted {durationText(one.started_at, one.ended_at)}</span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
    </PortalPage>
  )
})
