import { isBrowser, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { useLocation } from "./route"
import { handleHistorySteps, isShown, pushAddress, replaceAddress } from "./address"
import { addressChange, decodeUrlState, type UrlKeys, type UrlState } from "./url-state"

/** `place` adds a history entry, `refinement` replaces it; Back, Forward and navigations are read. */
export const useUrlState = <const K extends UrlKeys>(keys: K): UrlState<K> => {
  const location = useLocation()
  const state = useStore<UrlState<K>>(() =>
    decodeUrlState(isBrowser ? window.location.search : location.url.search, keys)
  )
  // Re-reading it would undo later changes of the state.
  const lastAddress = useSignal<string | null>(null)
  useVisibleTask$(
    ({ track }) => {
      handleHistorySteps(location)
      track(() => location.url)
      if (!isShown(location) || window.location.search === lastAddress.value) return
      lastAddress.value = window.location.search
      const decoded = decodeUrlState(window.location.search, keys)
      for (const key of Object.keys(keys) as Array<keyof K>) if (state[key] !== decoded[key]) state[key] = decoded[key]
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => JSON.stringify(Object.keys(keys).map((key) => state[key])))
      if (!isShown(location)) return
      const change = addressChange(window.location.search, state, keys)
      if (change.how === "push") pushAddress(location, change.search)
      else if (change.how === "replace") replaceAddress(change.search)
      lastAddress.value = window.location.search
    },
    { strategy: "document-ready" }
  )
  return state
}

/** Without a history entry, e.g. for arrow keys or a deleted row. */
export const replaceUrlParam = (state: Record<string, string>, key: string, value: string, fallback = ""): void => {
  const params = new URLSearchParams(window.location.search)
  if (value === fallback) params.delete(key)
  else params.set(key, value)
  const search = params.toString()
  replaceAddress(search === "" ? "" : `?${search}`)
  state[key] = value
}
