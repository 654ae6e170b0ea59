import { $, component$, Slot } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ChartTable } from "~/components/chart"
import { Sparkline } from "~/components/chart/sparkline"
import { TimeSeries } from "~/components/chart/time-series"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { bytes, counted, int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useEndpointStatus } from "~/lib/use-endpoint-status"
import { useMe } from "~/lib/use-me"
import { dailySeries } from "./daily-series"
import { type Notice, noticesOf, verdictOf } from "./notices"

type Summary = Answer<"GET /api/admin/stats/summary">
type Storage = Answer<"GET /api/admin/stats/storage">
type Traffic = Answer<"GET /api/admin/stats/traffic">

const Figure = (props: { readonly label: string; readonly value: string; readonly note?: string }) => (
  <div class="min-w-0 rounded-card border border-line p-3 sm:p-4">
    <p class="text-xs text-ink-2">{props.label}</p>
    <p class="num mt-1 text-lg font-semibold wrap-anywhere sm:text-xl">{props.value}</p>
    {props.note && <p class="text-xs text-ink-2">{props.note}</p>}
  </div>
)

const Block = component$<{ readonly id: string; readonly title: string }>(({ id, title }) => (
  <section class="mt-8" aria-labelledby={`overview-${id}`}>
    <h2 id={`overview-${id}`} class="mb-3 text-base font-semibold">
      {title}
    </h2>
    <Slot />
  </section>
))

const LOOK = { danger: "text-danger", warn: "text-warn", info: "text-ink-2" } as const

const VERDICT = {
  ok: { look: "alert-ok", icon: "circle-check" },
  info: { look: "", icon: "info" },
  warn: { look: "alert-warn", icon: "triangle-alert" }
} as const

const NoticeList = (props: { readonly label: string; readonly notices: ReadonlyArray<Notice> }) =>
  props.notices.length === 0 ? null : (
    <ul class="mt-3 divide-y divide-line rounded-card border border-line" aria-label={props.label}>
      {props.notices.map((notice) => (
        <li key={notice.key} class="flex gap-x-3 px-4 py-2.5" data-testid="notice">
          <Icon name={notice.icon} class={["mt-0.5 flex-none", LOOK[notice.tone]].join(" ")} />
          <div class="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">
            <span class="min-w-0 flex-1 basis-80 wrap-anywhere">{notice.text}</span>
            <NavLink href={notice.href} class="link" label={`${notice.label}: ${notice.text}`}>
              {notice.label}
            </NavLink>
          </div>
        </li>
      ))}
    </ul>
  )

const Notices = component$<{ readonly summary: Summary }>(({ summary }) => {
  const me = useMe()
  const watched = useEndpointStatus()
  const notices = noticesOf(summary, me.value?.role === "ui_superadmin", watched.value)
  const wanting = notices.filter(({ tone }) => tone !== "info").length
  const verdict = verdictOf(notices, watched.value)
  return (
    <>
      <p class={["alert", VERDICT[verdict.tone].look]} role="status" data-testid="verdict">
        <Icon name={VERDICT[verdict.tone].icon} />
        <span class="font-medium">{verdict.text}</span>
      </p>
      <NoticeList label="What wants somebody" notices={notices.slice(0, wanting)} />
      {wanting < notices.length && <h2 class="mt-4 font-medium">Good to know</h2>}
      <NoticeList label="Good to know" notices={notices.slice(wanting)} />
    </>
  )
})

const orUnknown = (value: number | null, format: (value: number) => string) =>
  value === null ? "Unknown" : format(value)

const Endpoints = component$<{ readonly storage: Storage }>(({ storage }) => {
  const series = dailySeries(storage.history, ({ used_bytes }) => used_bytes, String)
  return (
    <div class="overflow-x-auto">
      <table class="w-full">
        <caption class="sr-only">Storage per endpoint</caption>
        <thead class="text-xs text-ink-2">
          <tr>
            <th scope="col" class="py-1 text-start font-medium">
              Endpoint
            </th>
            <th scope="col" class="py-1 ps-3 text-end font-medium">
              Stored
            </th>
            <th scope="col" class="hidden py-1 ps-3 text-end font-medium sm:table-cell">
              Buckets
            </th>
            <th scope="col" class="py-1 ps-3 text-end font-medium">
              30 days
            </th>
          </tr>
        </thead>
        <tbody>
          {storage.endpoints.map((endpoint) => {
            const points = series.find(({ name }) => name === String(endpoint.storage_endpoint_id))?.points ?? []
            return (
              <tr key={endpoint.storage_endpoint_id} class="border-t border-line">
                <th scope="row" class="py-2 text-start font-medium wrap-anywhere">
                  <NavLink href={`/admin/storage-endpoints/${endpoint.storage_endpoint_id}`} class="link">
                    {endpoint.name}
                  </NavLink>
                </th>
                <td class="num py-2 ps-3 text-end whitespace-nowrap">{orUnknown(endpoint.used_bytes, bytes)}</td>
                <td class="num hidden py-2 ps-3 text-end whitespace-nowrap sm:table-cell">
                  {orUnknown(endpoint.bucket_count, int)}
                </td>
                <td class="py-2 ps-3 text-end whitespace-nowrap text-ink-2">
                  {points.length > 1 ? (
                    <span class="inline-block w-24 align-middle">
                      <Sparkline
                        points={points}
                        label={
                          `Storage of ${endpoint.name} over ${points.length} days, now ` +
                          `${orUnknown(endpoint.used_bytes, bytes)}`
                        }
                      />
                    </span>
                  ) : (
                    "Not yet"
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
})

const StorageBlock = component$<{ readonly storage: Storage }>(({ storage }) => {
  const { endpoints, history, largest, total } = storage
  const series = dailySeries(
    history,
    ({ used_bytes }) => used_bytes,
    (id) => endpoints.find((endpoint) => endpoint.storage_endpoint_id === id)?.name ?? "A former endpoint"
  )
  const days = series[0]?.points.length ?? 0
  return (
    <Block id="storage" title="Storage">
      <p class="mb-3 text-ink-2">
        {total.as_of === null ? (
          "No bucket is counted yet."
        ) : (
          <>
            The sum of {counted(total.counted, "RGW account or RGW user", "RGW accounts and RGW users")}; the oldest
            part was counted <Ago at={total.as_of} />.
          </>
        )}
        {total.as_of !== null &&
          total.unknown > 0 &&
          ` ${counted(total.unknown, "more is", "more are")} not counted yet, and not in it.`}
      </p>
      {days > 1 ? (
        <TimeSeries label="Storage per endpoint, day by day" series={series} unit="bytes" />
      ) : (
        <p class="alert">
          <Icon name="chart-column" />
          <span>The chart begins with the second day: storage is written down once a day.</span>
        </p>
      )}
      {endpoints.length > 0 && (
        <div class="mt-5">
          <Endpoints storage={storage} />
        </div>
      )}
      {largest.length > 0 && (
        <div class="mt-6">
          <h3 class="mb-2 font-medium">What holds most</h3>
          <div class="overflow-x-auto">
            <ChartTable
              caption="RGW accounts and RGW users that hold most"
              heads={["Name", "Endpoint", "Buckets", "Objects", "Stored"]}
              rows={largest
                .slice(0, 8)
                .map((owner) => [
                  owner.name,
                  owner.storage_endpoint_name,
                  int(owner.bucket_count),
                  int(owner.object_count),
                  bytes(owner.used_bytes)
                ])}
            />
          </div>
        </div>
      )}
    </Block>
  )
})

const WHY = {
  off: "not collected, since the usage log is switched off for it here, or it has no technical key",
  waiting: "not collected yet, that happens every night",
  failed: "its usage log could not be read the last time",
  collected: ""
} as const

const TrafficBlock = component$<{ readonly traffic: Traffic }>(({ traffic }) => {
  const { days, sources } = traffic
  const sums = [...new Set(days.map(({ day }) => day))].map((day) => {
    const those = days.filter((one) => one.day === day)
    return {
      day,
      storage_endpoint_id: 0,
      sent: those.reduce((sum, one) => sum + one.bytes_sent, 0),
      received: those.reduce((sum, one) => sum + one.bytes_received, 0)
    }
  })
  const lines = [
    ["Sent", "sent"],
    ["Received", "received"]
  ] as const
  const series = lines.flatMap(([name, key]) =>
    dailySeries(
      sums,
      (day) => day[key],
      () => name
    )
  )
  const missing = sources.filter(({ state }) => state !== "collected")
  return (
    <Block id="traffic" title="Traffic">
      {(series[0]?.points.length ?? 0) > 1 ? (
        <TimeSeries label="Traffic of all endpoints, day by day" series={series} unit="bytes" />
      ) : (
        <p class="alert">
          <Icon name="chart-column" />
          <span>
            {sums[0]
              ? `${sums[0].day}: ${bytes(sums[0].sent)} sent, ${bytes(sums[0].received)} received. The chart ` +
                "begins with the second day."
              : "No traffic was collected."}
          </span>
        </p>
      )}
      {missing.length > 0 && (
        <ul class="mt-3 grid gap-1 text-ink-2" aria-label="Endpoints without traffic">
          {missing.map((source) => (
            <li key={source.storage_endpoint_id} class="break-words">
              <NavLink href={`/admin/storage-endpoints/${source.storage_endpoint_id}`} class="link">
                {source.name}
              </NavLink>
              : {WHY[source.state]}.
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
})

export const OverviewPage = component$(() => {
  const summary = useLoaded($((signal: AbortSignal) => call("GET /api/admin/stats/summary", { signal })))
  const storage = useLoaded($((signal: AbortSignal) => call("GET /api/admin/stats/storage", { signal })))
  const traffic = useLoaded($((signal: AbortSignal) => call("GET /api/admin/stats/traffic", { signal })))
  const watched = useEndpointStatus()
  const loadedSummary = summary.value
  const problem = summary.problem ?? storage.problem ?? traffic.problem
  return (
    <div class="mx-auto max-w-5xl px-5 pt-5 pb-10" data-testid="overview">
      <header class="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 class="text-xl font-semibold tracking-tight">Overview</h1>
        {loadedSummary && (
          <p class="text-xs text-ink-2">
            As of <Ago at={loadedSummary.generated_at} />
          </p>
        )}
        <button
          type="button"
          class="btn btn-secondary btn-sm ms-auto"
          onClick$={() => reload(summary, storage, traffic)}
        >
          <Icon name="refresh-cw" /> Look again
        </button>
      </header>
      {problem && (
        <div class="mb-6 grid justify-items-center pt-4">
          <ErrorState
            title="The overview could not be loaded"
            problem={problem}
            onRetry$={$(() => reload(summary, storage, traffic))}
          />
        </div>
      )}
      {loadedSummary ? (
        <>
          <Notices summary={loadedSummary} />
          <div class="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6" data-testid="figures">
            <Figure
              label="Stored"
              value={orUnknown(loadedSummary.storage.used_bytes, bytes)}
              note={loadedSummary.storage.unknown > 0 ? `${int(loadedSummary.storage.unknown)} not known` : undefined}
            />
            <Figure label="Buckets" value={orUnknown(loadedSummary.storage.bucket_count, int)} />
            <Figure label="Objects" value={orUnknown(loadedSummary.storage.object_count, int)} />
            {watched.value ? (
              <Figure
                label="Endpoints up"
                value={`${int(loadedSummary.endpoints.up)} of ${int(loadedSummary.endpoints.total)}`}
              />
            ) : (
              <Figure label="Storage endpoints" value={int(loadedSummary.endpoints.total)} />
            )}
            <Figure
              label="RGW accounts"
              value={int(loadedSummary.accounts)}
              note={counted(loadedSummary.s3_users, "RGW user")}
            />
            <Figure
              label="Console users"
              value={int(loadedSummary.users.active)}
              note={
                loadedSummary.users.total > loadedSummary.users.active
                  ? `${int(loadedSummary.users.total - loadedSummary.users.active)} deactivated`
                  : undefined
              }
            />
          </div>
        </>
      ) : (
        !problem && (
          <div class="grid gap-3" role="status" aria-label="Loading">
            <span class="skeleton h-11" />
            <span class="skeleton h-24" />
            <span class="skeleton h-56" />
          </div>
        )
      )}
      {storage.value && <StorageBlock storage={storage.value} />}
      {traffic.value && <TrafficBlock traffic={traffic.value} />}
    </div>
  )
})
