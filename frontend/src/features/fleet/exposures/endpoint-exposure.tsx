import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Row } from "~/client/contract"
import { problemText } from "~/client/problem-error"
import { Ago } from "~/components/ui/ago"
import { ErrorState } from "~/components/ui/states"
import { ExposureBadge } from "~/features/buckets/policies/verdict"
import { int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"

type Change = Row<"GET /api/cluster-admin/endpoints/:endpoint_id/bucket-exposure-changes">
type Exposed = Row<"GET /api/cluster-admin/endpoints/:endpoint_id/bucket-exposures">

const KINDS: Readonly<Record<Change["kind"], string>> = {
  opened: "More open",
  closed: "Less open",
  unreadable: "No longer known",
  readable: "Known again",
  new: "New bucket",
  gone: "Bucket is gone"
}

const nameOf = ({ name, tenant }: Pick<Change, "name" | "tenant">): string =>
  tenant === "" ? name : `${tenant}/${name}`

const ChangeEntry = component$<{ readonly change: Change }>(({ change }) => (
  <li class="grid gap-1 px-4 py-3" data-testid="exposure-change">
    <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span class="font-medium wrap-anywhere">{nameOf(change)}</span>
      <span class="text-ink-2">{KINDS[change.kind]}</span>
      {change.before !== null && <ExposureBadge verdict={change.before} />}
      {change.before !== null && change.after !== null && <span aria-hidden="true">→</span>}
      {change.after !== null && <ExposureBadge verdict={change.after} />}
      <span class="ml-auto text-xs text-ink-3">
        <Ago at={change.noted_at} />
      </span>
    </div>
    {change.words !== "" && <p class="wrap-anywhere text-ink-2">{change.words}</p>}
  </li>
))

const OpenEntry = component$<{ readonly bucket: Exposed }>(({ bucket }) => (
  <li class="grid gap-1 px-4 py-3" data-testid="exposed-bucket">
    <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span class="font-medium wrap-anywhere">{nameOf(bucket)}</span>
      <ExposureBadge verdict={bucket.verdict} />
      <span class="ml-auto text-xs text-ink-3">
        since <Ago at={bucket.since} />
      </span>
    </div>
    <p class="wrap-anywhere text-ink-2">{bucket.words}</p>
  </li>
))

export const EndpointExposure = component$<{ readonly endpointId: string }>(({ endpointId }) => {
  const map = useLoaded(
    $((signal: AbortSignal) =>
      callIn({ endpointId }, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-exposures", {
        query: { page_size: 10, verdict: "public,conditional,linked" },
        signal
      })
    )
  )
  const changes = useLoaded(
    $((signal: AbortSignal) =>
      callIn({ endpointId }, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-exposure-changes", {
        query: { limit: 20 },
        signal
      })
    )
  )
  const more = useSignal<ReadonlyArray<Change>>([])
  const next = useSignal<string | null | undefined>(undefined)
  const failure = useSignal("")
  const problem = map.problem ?? changes.problem
  if (problem)
    return (
      <ErrorState
        title="The exposure of the buckets could not be read"
        problem={problem}
        onRetry$={$(() => reload(map, changes))}
      />
    )
  if (map.value === null || changes.value === null)
    return <span class="skeleton block h-40 max-w-4xl" role="status" aria-label="Reading the exposure" />
  const { check, counts, items, total } = map.value
  const cursor = next.value === undefined ? changes.value.next_cursor : next.value
  const rows = [...changes.value.items, ...more.value]
  return (
    <section class="grid max-w-4xl gap-3" aria-label="Exposure" data-testid="endpoint-exposure">
      <h2 class="text-base font-medium">Exposure</h2>
      {check === null ? (
        <p class="text-ink-2">Not checked yet. A job compares the exposure of all buckets every night.</p>
      ) : (
        <>
          <p class="text-ink-2">
            {check.compared_at === null ? (
              "No check has covered all buckets yet."
            ) : (
              <>
                Checked <Ago at={check.compared_at} />.
              </>
            )}
          </p>
          {check.problem !== null && <p class="alert alert-warn wrap-anywhere">{check.problem}</p>}
          <ul class="flex flex-wrap gap-x-4 gap-y-2" aria-label="Buckets by exposure">
            {Object.entries(counts).map(([verdict, count]) => (
              <li key={verdict} class="flex items-center gap-2">
                <ExposureBadge verdict={verdict as Exposed["verdict"]} />
                <span class="num">{int(count)}</span>
              </li>
            ))}
          </ul>
          {items.length > 0 && (
            <>
              <h3 class="font-medium">
                Most open buckets{total > items.length ? ` (${int(items.length)} of ${int(total)})` : ""}
              </h3>
              <ul class="card divide-y divide-line">
                {items.map((bucket) => (
                  <OpenEntry key={bucket.id} bucket={bucket} />
                ))}
              </ul>
            </>
          )}
          <h3 class="font-medium">Changes</h3>
          {rows.length === 0 ? (
            <p class="text-ink-2">Nothing changed between the checks of the last 90 days.</p>
          ) : (
            <ul class="card divide-y divide-line">
              {rows.map((change) => (
                <ChangeEntry key={change.id} change={change} />
              ))}
            </ul>
          )}
          {failure.value !== "" && (
            <p class="text-danger" role="alert">
              {failure.value}
            </p>
          )}
          {cursor !== null && (
            <button
              type="button"
              class="btn btn-secondary justify-self-start"
              onClick$={async () => {
                try {
                  const page = await callIn(
                    { endpointId },
                    "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-exposure-changes",
                    { query: { limit: 50, cursor } }
                  )
                  more.value = [...more.value, ...page.items]
                  next.value = page.next_cursor
                  failure.value = ""
                } catch (cause) {
                  failure.value = `Earlier changes could not be read: ${problemText(cause)}`
                }
              }}
            >
              Show earlier changes
            </button>
          )}
        </>
      )}
    </section>
  )
})
