import { followEventStream } from "~/client/sse"
import type { RunPlace } from "~/components/operations/operation"
import { sendRunAction, runParams, readItems, apiRoot } from "./run-place"
import type { RunRoutes } from "./run-source"

/** Separate, because few pages need streams at first. */
export const routesOf =
  (place: RunPlace) =>
  (id: number): RunRoutes => ({
    place,
    items: (query) => readItems(place, id, query),
    follow: (signal, onFrame) =>
      followEventStream(`GET ${apiRoot(place)}/work/:run_id/stream`, { ...runParams(place, id), signal }, { onFrame }),
    ask: (action) => sendRunAction(place, id, action)
  })
