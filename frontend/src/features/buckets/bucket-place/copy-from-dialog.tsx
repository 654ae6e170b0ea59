import { component$, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"
import { CopyDialog } from "~/features/buckets/feature-copies/copy-dialog"
import type { Copying } from "~/features/buckets/feature-copies/copying"

interface Props {
  readonly wanted: Signal<FeatureName | "">
  readonly bucket: string
  readonly contextId: string
}

export const CopyFrom = component$<Props>(({ bucket, contextId, wanted }) => {
  const open = useSignal<Copying | null>(null)
  useTask$(({ track }) => {
    const feature = track(() => wanted.value)
    if (feature === "") return
    open.value = { contextId, buckets: [], feature, source: bucket }
    wanted.value = ""
  })
  return <CopyDialog open={open} />
})
