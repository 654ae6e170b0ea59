import { component$ } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import { NavLink } from "~/components/ui/nav-link"
import { bucketHref, bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { FEATURE_LIST } from "./feature"
import { FeatureState, sentenceOf } from "~/features/buckets/feature-states/feature-state"
import { readingOf, useReadings } from "./use-bucket-features"

export const FeatureGrid = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const readings = useReadings()
  const bucket = bucketOfPath(location.url.pathname)?.full ?? ""
  const contextId = contexts.current?.id ?? ""
  if (readings.problem && readings.readings === null) {
    return (
      <div class="grid justify-items-center py-4">
        <ErrorState
          title="The bucket's features could not be read"
          problem={readings.problem}
          onRetry$={() => {
            readings.requests++
          }}
        />
      </div>
    )
  }
  return (
    <section aria-labelledby="features-title">
      <h2 id="features-title" class="mb-2 text-base font-medium">
        Features
      </h2>
      <ul class="grid gap-2 sm:grid-cols-2 xl:grid-cols-3" data-testid="feature-grid">
        {FEATURE_LIST.map((about) => {
          const { feature, label, tab } = about
          const reading = readingOf(readings, feature)
          return (
            <li key={feature} class="min-w-0">
              <NavLink
                href={`${bucketHref({ bucket, contextId }, tab)}#${feature}`}
                class="card block h-full px-3 py-2.5 hover:bg-hover"
                exact
              >
                <span class="flex items-center justify-between gap-2">
                  <span class="truncate font-medium">{label}</span>
                  {reading === undefined ? (
                    <span class="skeleton h-5 w-14" />
                  ) : (
                    <FeatureState state={reading.state} hasSummary={reading.summary !== ""} />
                  )}
                </span>
                <span class="block truncate text-xs text-ink-3" title={reading?.problem?.detail}>
                  {reading === undefined ? "…" : (reading.problem?.detail ?? sentenceOf(reading, about))}
                </span>
              </NavLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
})
