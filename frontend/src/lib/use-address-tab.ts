import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { place, type UrlKey } from "./url-state"
import { useUrlState } from "./use-url-state"

const IN_ADDRESS: { tab: UrlKey } = { tab: place() }

/** `?tab=` of the address, for `Tabs`. */
export const useAddressTab = (): Signal<string> => {
  const url = useUrlState(IN_ADDRESS)
  const tab = useSignal(url.tab)
  useVisibleTask$(
    ({ track }) => {
      tab.value = track(() => url.tab)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      url.tab = track(() => tab.value)
    },
    { strategy: "document-ready" }
  )
  return tab
}
