import { useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { changed, type ListingState } from "~/components/listing"
import type { Loaded } from "~/lib/use-loaded"

/** Refreshes the row of a panel when what the panel loaded is saved or read again. */
export const useRowRefresh = (listing: ListingState, loaded: Loaded<object>): void => {
  const isLoaded = useSignal(false)
  useVisibleTask$(
    ({ track }) => {
      if (track(() => loaded.value) === null) return
      if (isLoaded.value) changed(listing)
      isLoaded.value = true
    },
    { strategy: "document-ready" }
  )
}
