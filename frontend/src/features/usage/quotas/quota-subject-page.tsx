import { $, component$, useTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ScrolledPage } from "~/components/ui/page-header"
import { ErrorState } from "~/components/ui/states"
import { QuotaPart } from "~/features/accounts/rgw-settings/quota-usage"
import { useTrail } from "~/lib/crumbs"
import { dateTime } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { reload, useLoaded } from "~/lib/use-loaded"
import { StateCell } from "./cells"
import { GrowthFacts } from "./growth"
import { QuotaChart } from "./quota-chart"
import {
  SUBJECT_KINDS,
  withKey,
  subjectParams,
  type QuotaSubject,
  type QuotaSubjectDetail,
  quotaHref,
  timeText
} from "./quota-subject"

const UsedOfQuota = component$<{ readonly row: QuotaSubject }>(({ row }) => (
  <section aria-labelledby="quota-used" data-testid="quota-used">
    <h2 id="quota-used" class="mb-2 text-base font-semibold">
      Used of quota
    </h2>
    {row.used_bytes === null || row.object_count === null ? (
      <p class="alert">
        <Icon name="info" />
        <span>Unknown: not measured yet. The job “Quota monitor” measures it every hour.</span>
      </p>
    ) : (
      <div class="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <QuotaPart counted="bytes" label="Bytes" used={row.used_bytes} limit={row.quota_max_bytes} />
        <QuotaPart counted="objects" label="Objects" used={row.object_count} limit={row.quota_max_objects} />
      </div>
    )}
  </section>
))

const LastAlert = component$<{ readonly alert: QuotaSubjectDetail["last_alert"] }>(({ alert }) =>
  alert === null ? (
    <>none within 90 days</>
  ) : (
    <>
      {alert.title}
      <span class="block text-xs text-ink-3">
        {dateTime(alert.created_at)}: {alert.message}
      </span>
    </>
  )
)

export const QuotaSubjectPage = component$<{ readonly subjectKey: string }>(({ subjectKey }) => {
  const location = useLocation()
  const trail = useTrail()
  const loaded = useLoaded(
    $(async (signal: AbortSignal) =>
      withKey(await call("GET /api/admin/quota/subjects/:type/:id", { params: subjectParams(subjectKey), signal }))
    )
  )
  useTask$(({ track }) => {
    trail.value = { path: location.url.pathname, label: track(() => loaded.value?.name) ?? "…" }
  })
  const row = loaded.value
  return (
    <ScrolledPage title={row?.name ?? "Quota"} label="Quota">
      <NavLink q:slot="actions" href="/admin/quotas" class="btn btn-secondary">
        <Icon name="arrow-left" /> All quotas
      </NavLink>
      {row !== null && (
        <NavLink q:slot="actions" href={quotaHref(row)} class="btn btn-primary">
          <Icon name="pencil" /> Edit quota
        </NavLink>
      )}
      {loaded.problem && (
        <ErrorState title="This quota could not be read" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
      )}
      {row === null && !loaded.problem && <span class="skeleton block h-40 max-w-4xl rounded-card" />}
      {row !== null && (
        <div class="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
          <section aria-label="State" data-testid="quota-state">
            <dl class="facts">
              <dt>State</dt>
              <dd>
                <StateCell row={row} />
              </dd>
              <dt>Time until full</dt>
              <dd>{timeText(row)}</dd>
              <GrowthFacts forecast={row.forecast} />
              <dt>Kind</dt>
              <dd>{SUBJECT_KINDS[row.type]}</dd>
              <dt>Endpoint</dt>
              <dd>{row.storage_endpoint_name}</dd>
              <dt>Measured</dt>
              <dd>{row.measured_at === null ? "not yet" : <Ago at={row.measured_at} />}</dd>
              <dt>Last alert</dt>
              <dd>
                <LastAlert alert={row.last_alert} />
              </dd>
            </dl>
          </section>
          <UsedOfQuota row={row} />
          <QuotaChart type={row.type} id={row.id} />
        </div>
      )}
    </ScrolledPage>
  )
})
