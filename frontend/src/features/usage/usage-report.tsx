import { component$ } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { bytes, dateTime, int, percent } from "~/lib/format"

/** What the last recount of a context found. */
export type UsageSnapshot = NonNullable<Answer<"GET /api/manager/usage-stats/latest">["snapshot"]>

const Figure = (props: { readonly label: string; readonly value: string }) => (
  <div class="rounded-card border border-line p-4"><p class="text-xs text-ink-3">{props.label}</p><p class="num mt-1 text-xl font-semibold">{props.value}</p></div>
)

/** What a context holds, and which buckets hold most of it. */
export const UsageReport = component$<{ readonly snapshot: UsageSnapshot }>(({ snapshot }) => {
  const { distribution, statistics, warnings } = snapshot
  const largest = distribution[0]?.used_bytes ?? 0
  return (
    <div class="max-w-3xl">
      <div class="grid grid-cols-3 gap-3" data-testid="usage">
        <Figure label="Stored" value={bytes(statistics.used_bytes)} />
        <Figure label="Objects" value={int(statistics.object_count)} />
        <Figure label="Buckets" value={int(statistics.bucket_count)} />
      </div>
      <p class="mt-2 text-xs text-ink-3">Counted {dateTime(snapshot.calculated_at)}</p>
      {warnings?.map((warning) => <p key={warning} class="mt-3 flex gap-2 text-warn" role="status"><Icon name="triangle-alert" />{warning}</p>)}
      <h2 class="mt-6 mb-2 font-medium">Largest buckets</h2>
      <table class="w-full">
        <caption class="sr-only">The largest buckets of this context</caption>
        <thead class="text-xs text-ink-3"><tr><th scope="col" class="py-1 text-start font-medium">Bucket</th><th scope="col" class="w-40 text-start font-medium">Share</th><th scope="col" class="w-28 text-end font-medium">Objects</th><th scope="col" class="w-28 text-end font-medium">Size</th></tr></thead>
        <tbody>
          {distribution.map((share) => (
            <tr key={share.name} class="border-t border-line">
              <td class="max-w-0 truncate py-2 font-medium" title={share.name}>{share.name}</td>
              <td><progress class="meter w-32" max={Math.max(largest, 1)} value={share.used_bytes} aria-label={`${share.name}: ${percent(statistics.used_bytes === 0 ? 0 : share.used_bytes / statistics.used_bytes)} of all`} /></td>
              <td class="num text-end text-ink-2">{int(share.object_count)}</td>
              <td class="num text-end">{bytes(share.used_bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
