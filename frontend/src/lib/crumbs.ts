import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import { BUCKETS_PATH, bucketOfPath } from "./bucket-place"
import { navItemOf, workspaceOf } from "./workspaces"

export interface Crumb {
  readonly label: string
  readonly href: string
  readonly mono?: boolean
}

export interface Trail {
  readonly path: string
  readonly label: string
}

export const TrailContext = createContextId<Signal<Trail | null>>("stowage.trail")

export const useTrail = () => useContext(TrailContext)

export const crumbsOf = (path: string, trail: Trail | null): ReadonlyArray<Crumb> => {
  const page = navItemOf(path)
  const workspace = workspaceOf(path)
  if (workspace?.id === "profile") return [{ label: workspace.label, href: workspace.href }]
  if (page === null) return []
  const bucket = page.href === BUCKETS_PATH ? bucketOfPath(path) : null
  const below: ReadonlyArray<Crumb> =
    bucket !== null
      ? [{ label: bucket.full, href: path, mono: true }]
      : trail?.path === path && path.replace(/\/$/, "") !== page.href
        ? [{ label: trail.label, href: path }]
        : []
  return [{ label: page.label, href: page.href }, ...below]
}
