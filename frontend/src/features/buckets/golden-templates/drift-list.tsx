import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { ToggleGroup } from "~/components/ui/toggle-group"
import { WarningList } from "~/components/ui/warning-list"
import type { BulkTarget } from "~/features/buckets/bulk-changes/bulk-change"
import { counted, int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import {
  type Drift,
  type DriftState,
  PAGE_SIZE,
  readDiffering,
  readDrift,
  settingLabel,
  DRIFT_STATES,
  type Template
} from "./template"

const BucketEntry = component$<{ readonly bucket: Drift }>(({ bucket: { name, read_at, settings, state, tenant } }) => {
  const { label, tone } = DRIFT_STATES.find((one) => one.state === state) ?? DRIFT_STATES[1]!
  return (
    <li class="grid min-w-0 gap-1 px-4 py-3" data-testid="bucket-drift">
      <div class="flex flex-wrap items-center gap-2">
        <h3 class="min-w-0 font-medium wrap-anywhere">{tenant === "" ? name : `${tenant}/${name}`}</h3>
        <Badge text={label} tone={tone} />
        <span class="text-xs text-ink-2">{read_at === null ? "Not confirmed" : <Ago at={read_at} />}</span>
      </div>
      <ul class="grid gap-1">
        {settings
          .filter((one) => one.state !== "agrees" || state === "agrees")
          .map(({ detail, found, kind, problem, state: compared, wanted }) => (
            <li key={kind} class="text-ink-2 wrap-anywhere">
              {settingLabel(kind)}:{" "}
              {compared === "differs" ? (
                <>
                  {found} → {wanted}
                  {detail !== "" && ` (${detail})`}
                </>
              ) : compared === "agrees" ? (
                found
              ) : (
                `unknown. ${problem ?? ""}`
              )}
            </li>
          ))}
      </ul>
    </li>
  )
})

interface DriftListProps {
  readonly endpointId: string
  readonly template: Template
  readonly change: Signal<BulkTarget | null>
  readonly close$: QRL<() => void>
}

export const DriftList = component$<DriftListProps>(({ change, close$, endpointId, template }) => {
  const state = useSignal<DriftState | "">("differs")
  const page = useSignal(1)
  const drift = useLoaded(
    $((signal: AbortSignal) => readDrift(endpointId, template.id, { page: page.value, state: state.value }, signal))
  )
  const { value } = drift
  return (
    <section class="grid max-w-4xl gap-3" aria-label={`Drift from ${template.name}`}>
      <div class="flex flex-wrap items-center gap-2">
        <button type="button" class="btn btn-ghost btn-icon" aria-label="All templates" onClick$={() => close$()}>
          <Icon name="arrow-left" />
        </button>
        <h2 class="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">{template.name}</h2>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Read again" onClick$={() => reload(drift)}>
          <Icon name="refresh-cw" />
        </button>
        {value !== null && value.counts.differs > 0 && (
          <button
            type="button"
            class="btn btn-primary"
            onClick$={async () => {
              const { ids, total } = await readDiffering(endpointId, template.id)
              change.value = {
                place: { workspace: "cluster-admin", endpointId: Number(endpointId) },
                ids,
                query: {},
                total,
                source: "",
                template: { name: template.name, settings: template.settings }
              }
            }}
          >
            Change {counted(value.counts.differs, "bucket")}…
          </button>
        )}
      </div>
      {drift.problem ? (
        <ErrorState title="The drift could not be read" problem={drift.problem} onRetry$={$(() => reload(drift))} />
      ) : value === null ? (
        <span class="skeleton block h-60" role="status" aria-label="Comparing buckets" />
      ) : (
        <>
          <ToggleGroup
            label="State"
            choices={[
              ...DRIFT_STATES.map(({ label, state: one }) => [one, `${label} (${int(value.counts[one])})`] as const),
              ["", `All (${int(value.counts.total)})`] as const
            ]}
            chosen={state.value}
            choose$={$((chosen: string) => {
              state.value = chosen as DriftState | ""
              page.value = 1
              reload(drift)
            })}
          />
          <WarningList warnings={value.warnings} />
          {value.items.length === 0 ? (
            <p class="text-ink-2">No bucket.</p>
          ) : (
            <ul class="card divide-y divide-line" aria-label="Buckets">
              {value.items.map((bucket) => (
                <BucketEntry key={`${bucket.id} ${bucket.state}`} bucket={bucket} />
              ))}
            </ul>
          )}
          {value.total > PAGE_SIZE && (
            <nav class="flex items-center gap-2" aria-label="Pages">
              <button
                type="button"
                class="btn btn-secondary"
                disabled={value.page === 1}
                onClick$={() => {
                  page.value--
                  reload(drift)
                }}
              >
                Previous
              </button>
              <span class="num">
                Page {int(value.page)} of {int(Math.ceil(value.total / PAGE_SIZE))}
              </span>
              <button
                type="button"
                class="btn btn-secondary"
                disabled={!value.has_next}
                onClick$={() => {
                  page.value++
                  reload(drift)
                }}
              >
                Next
              </button>
            </nav>
          )}
        </>
      )}
    </section>
  )
})
