import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import { BUCKETS, bucketOfPath } from "./bucket-place"
import { pageOf, workspaceOf } from "./workspaces"

/** A step of the way to a page, in the top bar. The last one is the page itself. */
export interface Crumb {
  readonly label: string
  readonly href: string
  readonly mono?: boolean
}

/** What a place within a page is called, where its address alone does not say so. */
export interface Trail {
  readonly path: string
  readonly label: string
}

export const TrailContext = createContextId<Signal<Trail | null>>("stowage.trail")

/** A page below a declared one (an editor, a row with a page of its own) says how it is called once it knows: `useTrail().value = {path, label}`. */
export const useTrail = () => useContext(TrailContext)

/** From the page that is declared in the navigation down to the place within it. */
export const crumbsOf = (path: string, trail: Trail | null): ReadonlyArray<Crumb> => {
  const page = pageOf(path)
  const workspace = workspaceOf(path)
  if (workspace?.id === "profile") return [{ label: workspace.label, href: workspace.href }]
  if (page === null) return []
  const bucket = page.href === BUCKETS ? bucketOfPath(path) : null
  const below: ReadonlyArray<Crumb> = bucket !== null
    ? [{ label: bucket.full, href: path, mono: true }]
    : trail?.path === path && path.replace(/\/$/, "") !== page.href ? [{ label: trail.label, href: path }] : []
  return [{ label: page.label, href: page.href }, ...below]
}
