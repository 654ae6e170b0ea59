import { createContextId, type QRL, useContext } from "@builder.io/qwik"
import type { RouteLocation, RouteNavigate } from "@builder.io/qwik-city"

// Qwik City's hooks share a module with its router, which loads later: these name its contexts (1.20.1).
export const LOCATION = "qc-l"
export const NAVIGATE = "qc-n"
export const PREVENT = "qc-p"

const LocationContext = createContextId<RouteLocation>(LOCATION)
const NavigateContext = createContextId<RouteNavigate>(NAVIGATE)

export const useLocation = (): RouteLocation => useContext(LocationContext)

export const useNavigate = (): RouteNavigate => useContext(NavigateContext)

/** Target, or number of history steps; neither: the tab closes or reloads. */
type Refuses = QRL<(to?: URL | number) => boolean>
const PreventContext = createContextId<QRL<(refuses: Refuses) => () => void>>(PREVENT)

/** Qwik City's `usePreventNavigate$`, without importing the router. */
export const useNavigationGuards = () => useContext(PreventContext)
