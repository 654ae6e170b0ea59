import { createContextId, type QRL, useContext } from "@builder.io/qwik"
import type { RouteLocation, RouteNavigate } from "@builder.io/qwik-city"

// Qwik City's own hooks stand in one module with its router, which nothing needs before somebody goes on. Its contexts are known by
// these names (1.20.1; `test/frontend/routeContexts.test.ts` compares them).
export const LOCATION = "qc-l"
export const NAVIGATE = "qc-n"
export const PREVENT = "qc-p"

const LocationContext = createContextId<RouteLocation>(LOCATION)
const NavigateContext = createContextId<RouteNavigate>(NAVIGATE)

export const useLocation = (): RouteLocation => useContext(LocationContext)

/** For what is no link, `useGo` is nearly always the right one. */
export const useNavigate = (): RouteNavigate => useContext(NavigateContext)

/** What may refuse to leave a page; where to, or by how many steps of the history. Nothing: the tab is closed or loaded anew. */
type Refuses = QRL<(to?: URL | number) => boolean>
const PreventContext = createContextId<QRL<(refuses: Refuses) => () => void>>(PREVENT)

/** Adds one that is asked before a page is left, and answers how to take it away. Qwik City's `usePreventNavigate$`, without the router that it stands beside. */
export const useNavigationGuards = () => useContext(PreventContext)
