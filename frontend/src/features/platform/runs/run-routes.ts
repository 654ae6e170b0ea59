import { follow } from "~/client/sse"
import type { RunPlace } from "~/components/operations/operation"
import { askRun, placed, readItems, root } from "./run-place"
import type { RunRoutes } from "./run-source"

/** Separate, because few pages need streams at first. */
export const routesOf =
  (place: RunPlace) =>
  (id: number): RunRoutes => ({
    place,
    items: (query) => readItems(place, id, query),
    follow: (signal, onFrame) =>
      follow(`GET ${root(place)}/work/:run_id/stream`, { ...placed(place, id), signal }, { onFrame }),
    ask: (action) => askRun(place, id, action)
  })
