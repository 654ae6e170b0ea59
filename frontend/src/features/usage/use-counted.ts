import { type QRL, useVisibleTask$ } from "@builder.io/qwik"
import { type Loaded, reload, useLoaded } from "~/lib/use-loaded"
import { useUsage } from "./use-usage"

export const useCounted = <A>(read$: QRL<(signal: AbortSignal) => Promise<A>>): Loaded<A> => {
  const usage = useUsage()
  const loaded = useLoaded(read$)
  useVisibleTask$(
    ({ track }) => {
      if (track(() => usage.counted) > 0) reload(loaded)
    },
    { strategy: "document-ready" }
  )
  return loaded
}
