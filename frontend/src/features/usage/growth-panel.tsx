import { $, component$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import { callIn } from "~/client/call"
import { Ago } from "~/components/ui/ago"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { browserHref } from "~/lib/browser-href"
import { bytes, counted, date, int } from "~/lib/format"
import { reload } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"
import { changeOfBytes, changeOfCount } from "./change"
import { PrefixTable } from "./prefix-table"
import { useCounted } from "./use-counted"
import { usageHref } from "./cleaning-actions"

const MAX_ROWS = 10

export const GrowthPanel = component$(() => {
  const scope = useScope()
  const { contexts } = scope
  const context = contexts.current
  const loaded = useCounted(
    $((signal: AbortSignal) => callIn(scope, "GET /api/manager/usage-stats/growth", { query: { days: 30 }, signal }))
  )
  const loadedGrowth = loaded.value
  if (context === null) return null
  return (
    <section class="mt-8 min-w-0" aria-labelledby="usage-growth" data-testid="growth">
      <h2 id="usage-growth" class="mb-2 text-base font-semibold">
        What grows
      </h2>
      {loaded.problem && (
        <ErrorState title="What grows could not be read" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
      )}
      {loadedGrowth === null ? (
        !loaded.problem && <span class="skeleton block h-24" />
      ) : (
        <div class="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
          <div>
            <h3 class="mb-1 font-medium">Buckets</h3>
            {loadedGrowth.from_day === null || loadedGrowth.to_day === null ? (
              <p class="text-ink-3">There are no figures of two days yet.</p>
            ) : loadedGrowth.buckets.length === 0 ? (
              <p class="text-ink-3">
                Nothing grew between {date(loadedGrowth.from_day)} and {date(loadedGrowth.to_day)}.
              </p>
            ) : (
              <table class="w-full">
                <caption class="pb-1 text-start text-xs text-ink-3">
                  Between {date(loadedGrowth.from_day)} and {date(loadedGrowth.to_day)}
                </caption>
                <thead class="text-xs text-ink-3">
                  <tr>
                    <th scope="col" class="py-1 text-start font-medium">
                      Bucket
                    </th>
                    <th scope="col" class="ps-3 text-end font-medium">
                      Objects
                    </th>
                    <th scope="col" class="ps-3 text-end font-medium whitespace-nowrap">
                      Grown by
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {loadedGrowth.buckets.slice(0, MAX_ROWS).map((bucket) => (
                    <tr key={bucket.name} class="border-t border-line align-top">
                      <th scope="row" class="py-1.5 text-start font-medium wrap-anywhere">
                        <NavLink class="link" href={usageHref("buckets", context.id, { open: bucket.name })}>
                          {bucket.name}
                        </NavLink>
                        {bucket.is_new && <span class="badge ms-2">new</span>}
                        <span class="block text-xs font-normal text-ink-3">
                          {bytes(bucket.used_bytes)} in {counted(bucket.object_count, "object")}
                        </span>
                      </th>
                      <td class="num py-1.5 ps-3 text-end whitespace-nowrap text-ink-2">
                        {changeOfCount(bucket.grown_objects)}
                      </td>
                      <td class="num py-1.5 ps-3 text-end whitespace-nowrap">{changeOfBytes(bucket.grown_bytes)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {loadedGrowth.buckets.length > MAX_ROWS && (
              <p class="mt-1 text-xs text-ink-3">And {int(loadedGrowth.buckets.length - MAX_ROWS)} more.</p>
            )}
          </div>
          <div>
            <h3 class="mb-1 font-medium">Prefixes</h3>
            {loadedGrowth.prefixes === null ? (
              <p class="text-ink-3">
                {context.capabilities.can_browse_objects
                  ? "Nobody looked into the buckets yet."
                  : "This context may not look at objects, nor at their prefixes."}
              </p>
            ) : loadedGrowth.prefixes.length === 0 ? (
              <p class="text-ink-3">Nothing was written lately.</p>
            ) : (
              <PrefixTable
                caption="By what was written to them within 30 days"
                prefixes={loadedGrowth.prefixes.slice(0, MAX_ROWS)}
                hrefOf={(one) =>
                  browserHref({ bucket: one.bucket, contextId: context.id }, one.prefix, "", {
                    base: "/manager/browser"
                  })
                }
                nameOf={(one) => `${one.bucket}/${visible(one.prefix)}`}
              />
            )}
            {loadedGrowth.prefixes !== null && loadedGrowth.prefixes_looked_at !== null && (
              <p class="mt-1 text-xs text-ink-3">
                As of <Ago at={loadedGrowth.prefixes_looked_at} />.
              </p>
            )}
          </div>
        </div>
      )}
    </section>
  )
})
