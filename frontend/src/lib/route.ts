import { createContextId, type QRL, useContext } from "@builder.io/qwik"
import type { RouteLocation, RouteNavigate } from "@builder.io/qwik-city"

// Qwik City's hooks share a module with its router, which is not needed before the first navigation. Its contexts have
// these names (1.20.1; `test/frontend/routeContexts.test.ts` compares them).
export const LOCATION = "qc-l"
export const NAVIGATE = "qc-n"
export const PREVENT = "qc-p"

const LocationContext = createContextId<RouteLocation>(LOCATION)
const NavigateContext = createContextId<RouteNavigate>(NAVIGATE)

export const useLocation = (): RouteLocation => useContext(LocationContext)

export const useNavigate = (): RouteNavigate => useContext(NavigateContext)

/** Refuses to leave a page; the target, or the number of history steps. Without either, the tab closes or reloads. */
type Refuses = QRL<(to?: URL | number) => boolean>
const PreventContext = createContextId<QRL<(refuses: Refuses) => () => void>>(PREVENT)

/**
 * Registers a navigation guard and returns the function that removes it. Qwik City's `usePreventNavigate$`, without
 * importing the router.
 */
export const useNavigationGuards = () => useContext(PreventContext)
