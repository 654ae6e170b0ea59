import { address, call } from "~/client/call"
import type { RunAction, RunPlace } from "~/components/operations/operation"
import type { Run } from "./run"

const ROOTS = {
  admin: "/api/admin",
  manager: "/api/manager",
  browser: "/api/browser",
  "cluster-admin": "/api/cluster-admin/endpoints/:endpoint_id",
  "storage-ops": "/api/storage-ops"
} as const satisfies Record<RunPlace["workspace"], string>

type Given = { readonly params: { readonly run_id: number } }

export const runParams = ({ contextId, endpointId }: RunPlace, id: number, more: object = {}) =>
  ({
    params: { run_id: id, ...(endpointId === undefined ? {} : { endpoint_id: endpointId }) },
    query: { ...more, ...(contextId === undefined ? {} : { context_id: contextId }) }
  }) as Given & { readonly query: object }

// All workspaces have the same routes of runs: the types are those of the administrators'.
export const apiRoot = ({ workspace }: RunPlace) => ROOTS[workspace] as "/api/admin"

export const listRuns = async (
  place: RunPlace,
  query: { readonly limit: number; readonly state?: string },
  signal?: AbortSignal
): Promise<ReadonlyArray<Run>> =>
  (await call(`GET ${apiRoot(place)}/work`, { ...runParams(place, 0, query), signal })).items

export const readRun = (place: RunPlace, id: number, signal?: AbortSignal): Promise<Run> =>
  call(`GET ${apiRoot(place)}/work/:run_id`, { ...runParams(place, id), signal })

export const readItems = (
  place: RunPlace,
  id: number,
  query: { readonly cursor?: string; readonly limit: number; readonly state?: "failed" },
  signal?: AbortSignal
) => call(`GET ${apiRoot(place)}/work/:run_id/items`, { ...runParams(place, id, query), signal })

export const sendRunAction = (place: RunPlace, id: number, action: RunAction | "undo"): Promise<Run> =>
  call(`POST ${apiRoot(place)}/work/:run_id/${action}`, runParams(place, id))

export const reportAddress = (place: RunPlace, id: number, format: "csv" | "json"): string =>
  address(`GET ${apiRoot(place)}/work/:run_id/report`, runParams(place, id, { format }))

export const runHref = ({ contextId, endpointId, workspace }: RunPlace, id: number): string | null =>
  workspace === "browser" || workspace === "admin"
    ? null
    : `/${workspace}/work?${new URLSearchParams({
        run: String(id),
        ...(contextId === undefined ? {} : { context_id: contextId }),
        ...(endpointId === undefined ? {} : { endpoint_id: String(endpointId) })
      })}`
