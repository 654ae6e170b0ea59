import { component$, useSignal } from "@builder.io/qwik"
import type { FeatureName, FeatureTab } from "~/features/buckets/bucket-features/feature"
import { FeatureSections } from "~/features/buckets/bucket-features/feature-sections"
import { CopyFrom } from "./copy-from-dialog"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"

export const FeatureSide = component$<{ readonly tab: FeatureTab }>(({ tab }) => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const copied = useSignal<FeatureName | "">("")
  const isRequested = useSignal(false)
  return (
    <>
      <FeatureSections
        tab={tab}
        onCopy$={(feature: FeatureName) => {
          isRequested.value = true
          copied.value = feature
        }}
      />
      {isRequested.value && (
        <CopyFrom
          wanted={copied}
          bucket={bucketOfPath(location.url.pathname)?.name ?? ""}
          contextId={contexts.current?.id ?? ""}
        />
      )}
    </>
  )
})
