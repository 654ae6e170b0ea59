import { useStore, useVisibleTask$ } from "@builder.io/qwik"
import { useLocation } from "@builder.io/qwik-city"
import { decodeUrlState, encodeUrlState, type UrlDefaults } from "./url-state"

/**
 * The one hook for state that belongs in a page's address: sort, filter, what is open. A store of strings that starts
 * from the query string and is written back with `history.replaceState` (a navigation would ask the server for data).
 */
export const useUrlState = <S extends UrlDefaults>(defaults: S): { [Key in keyof S]: string } => {
  const location = useLocation()
  const state = useStore<{ [Key in keyof S]: string }>(() => decodeUrlState(location.url.search, defaults))
  useVisibleTask$(
    ({ track }) => {
      track(() => Object.keys(defaults).map((key) => state[key]).join("\n"))
      const search = encodeUrlState(window.location.search, { ...state } as S, defaults)
      if (search === window.location.search) return
      history.replaceState(history.state, "", window.location.pathname + search + window.location.hash)
    },
    { strategy: "document-ready" }
  )
  return state
}
