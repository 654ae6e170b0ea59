import { component$, useSignal } from "@builder.io/qwik"
import type { FeatureName, FeatureTab } from "~/features/buckets/bucket-features/feature"
import { FeatureSections } from "~/features/buckets/bucket-features/feature-sections"
import { CopyFrom } from "./copy-from-dialog"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"

/** One side of a bucket's features, each of which can be edited, and copied to other buckets. */
export const FeatureSide = component$<{ readonly tab: FeatureTab }>(({ tab }) => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const copied = useSignal<FeatureName | "">("")
  const asked = useSignal(false)
  return (
    <>
      <FeatureSections tab={tab} onCopy$={(feature: FeatureName) => {
        asked.value = true
        copied.value = feature
      }} />
      {asked.value && <CopyFrom wanted={copied} bucket={bucketOfPath(location.url.pathname)?.name ?? ""} contextId={contexts.current?.id ?? ""} />}
    </>
  )
})
