import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { bytes, counted, int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { StateCell } from "./cells"
import { SUBJECT_KINDS, withKey, type QuotaSubject, timeText } from "./quota-subject"

const MAX_ROWS = 10

const listHref = ({ name, type }: QuotaSubject, endpointId: string): string =>
  `/cluster-admin/${type === "S3Account" ? "accounts" : "users"}?${new URLSearchParams({
    endpoint_id: endpointId,
    q: name
  })}`

const amount = (used: number | null, limit: number | null, text: (value: number) => string): string =>
  used === null ? "unknown" : limit === null ? `${text(used)}, no limit` : `${text(used)} of ${text(limit)}`

export const EndpointQuotas = component$<{ readonly endpointId: string }>(({ endpointId }) => {
  const loaded = useLoaded(
    $((signal: AbortSignal) =>
      callIn({ endpointId }, "GET /api/cluster-admin/endpoints/:endpoint_id/quota/subjects", {
        query: { sort_by: "time_until_full", page_size: MAX_ROWS },
        signal
      })
    )
  )
  const page = loaded.value
  return (
    <section class="mt-8 max-w-5xl min-w-0" aria-labelledby="endpoint-quotas" data-testid="endpoint-quotas">
      <h2 id="endpoint-quotas" class="mb-1 text-base font-semibold">
        Full soonest
      </h2>
      <p class="mb-2 text-ink-2">
        Registered RGW accounts and RGW users by the time until their quota is full, from the growth of the last 30
        days. Those that exist only on the gateway are not listed.
      </p>
      {loaded.problem && (
        <ErrorState title="The quotas could not be read" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
      )}
      {page === null ? (
        !loaded.problem && <span class="skeleton block h-24" />
      ) : page.items.length === 0 ? (
        <p class="text-ink-3">No RGW account or RGW user of this endpoint is registered.</p>
      ) : (
        <table class="w-full" aria-labelledby="endpoint-quotas">
          <thead class="text-xs text-ink-3">
            <tr>
              <th scope="col" class="py-1 pe-3 text-start font-medium">
                Name
              </th>
              <th scope="col" class="py-1 pe-3 text-start font-medium">
                Used
              </th>
              <th scope="col" class="hidden py-1 text-start font-medium sm:table-cell">
                Time until full
              </th>
            </tr>
          </thead>
          <tbody>
            {page.items.map(withKey).map((row) => (
              <tr key={row.key} class="border-t border-line align-top">
                <th scope="row" class="py-1.5 pe-3 text-start font-medium wrap-anywhere">
                  <NavLink class="link" href={listHref(row, endpointId)}>
                    {row.name}
                  </NavLink>
                  <span class="block text-xs font-normal text-ink-3">{SUBJECT_KINDS[row.type]}</span>
                  <StateCell row={row} />
                </th>
                <td class="py-1.5 tabular-nums sm:pe-3">
                  <span class="block first-letter:uppercase sm:hidden">{timeText(row)}</span>
                  <span class="block">Size: {amount(row.used_bytes, row.quota_max_bytes, bytes)}</span>
                  <span class="block">Objects: {amount(row.object_count, row.quota_max_objects, int)}</span>
                </td>
                <td class="hidden py-1.5 first-letter:uppercase sm:table-cell">{timeText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {page !== null && page.total > page.items.length && (
        <p class="mt-1 text-xs text-ink-3">
          The first {int(page.items.length)} of{" "}
          {counted(page.total, "RGW account or RGW user", "RGW accounts and RGW users")}.
        </p>
      )}
    </section>
  )
})
