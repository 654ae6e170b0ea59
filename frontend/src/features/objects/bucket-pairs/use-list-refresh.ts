import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import { changed, type ListingState } from "~/components/listing"

const REFRESH_INTERVAL = 5_000

export const useListRefresh = (listing: ListingState, isActive: Signal<boolean>): void => {
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (!track(() => isActive.value)) return
      const timer = setInterval(() => {
        if (!document.hidden) changed(listing)
      }, REFRESH_INTERVAL)
      cleanup(() => clearInterval(timer))
    },
    { strategy: "document-ready" }
  )
}
