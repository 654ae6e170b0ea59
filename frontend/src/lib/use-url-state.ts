import { isBrowser, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { useLocation } from "./route"
import { followHistory, isShown, pushAddress, replaceAddress } from "./address"
import { addressChange, decodeUrlState, type UrlKeys, type UrlState } from "./url-state"

/**
 * The one hook for state that belongs in a page's address. A store of strings that follows the address: its own changes are written
 * there (those of a `place` as an entry of the history, those of a `refinement` into the entry that is there), and Back, Forward and
 * a navigation to another query of the same page are read again.
 */
export const useUrlState = <const K extends UrlKeys>(keys: K): UrlState<K> => {
  const location = useLocation()
  const state = useStore<UrlState<K>>(() => decodeUrlState(isBrowser ? window.location.search : location.url.search, keys))
  // what was last read of the address or written there: what is said of it a second time would undo what was changed meanwhile
  const known = useSignal<string | null>(null)
  useVisibleTask$(
    ({ track }) => {
      followHistory(location)
      track(() => location.url)
      if (!isShown(location) || window.location.search === known.value) return
      known.value = window.location.search
      const said = decodeUrlState(window.location.search, keys)
      for (const key of Object.keys(keys) as Array<keyof K>) if (state[key] !== said[key]) state[key] = said[key]
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
      known.value = window.location.search
    },
    { strategy: "document-ready" }
  )
  return state
}

/** Another place without an entry of its own: one walks through rows, or what stood there is gone. `fallback` is what the key is when nothing is said. */
export const moveTo = (state: Record<string, string>, key: string, value: string, fallback = ""): void => {
  const params = new URLSearchParams(window.location.search)
  if (value === fallback) params.delete(key)
  else params.set(key, value)
  const search = params.toString()
  replaceAddress(search === "" ? "" : `?${search}`)
  state[key] = value
}
