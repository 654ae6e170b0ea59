import { component$, type QRL, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import { type FeatureName, featuresOn, type FeatureTab } from "./feature"
import { type EditedFeature, FeatureSection } from "./feature-section"
import { useReadings } from "./use-bucket-features"

export const FeatureSections = component$<{
  readonly tab: FeatureTab
  readonly onCopy$?: QRL<(feature: FeatureName) => void>
}>(({ onCopy$, tab }) => {
  const readings = useReadings()
  const edited = useSignal<EditedFeature>({ open: "", held: false, reading: null })
  useVisibleTask$(
    ({ track }) => {
      if (track(() => readings.readings) === null || window.location.hash === "") return
      document.getElementById(window.location.hash.slice(1))?.scrollIntoView({ block: "start" })
    },
    { strategy: "document-ready" }
  )
  return (
    <div class="min-h-0 flex-1 overflow-y-auto p-5" data-testid={`side-${tab}`}>
      {readings.problem && readings.readings === null ? (
        <div class="grid justify-items-center pt-8">
          <ErrorState
            title="The bucket's features could not be read"
            problem={readings.problem}
            onRetry$={() => {
              readings.requests++
            }}
          />
        </div>
      ) : (
        <div class="grid max-w-3xl items-start gap-4 xl:max-w-none xl:grid-cols-2">
          {readings.problem && (
            <p class="alert alert-warn xl:col-span-2" role="status">
              What is shown could not be read again. {readings.problem.message}
            </p>
          )}
          {featuresOn(tab).map((about) => (
            <FeatureSection
              key={about.feature}
              about={about}
              edited={edited}
              {...(onCopy$ === undefined ? {} : { onCopy$ })}
            />
          ))}
        </div>
      )}
    </div>
  )
})
