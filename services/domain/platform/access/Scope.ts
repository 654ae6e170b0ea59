import { Schema } from "effect"
import { type WorkspaceId, workspaceIds } from "./workspaces.ts"

export type ScopeDomain = "profile" | WorkspaceId
type ScopeName = `${ScopeDomain}.${"read" | "write"}`

/** `<domain>.<read|write>`; `write` includes no `read`. */
export const Scope = Schema.Literals(
  (["profile", ...workspaceIds] as const).flatMap(
    (domain): ReadonlyArray<ScopeName> => [`${domain}.read`, `${domain}.write`]
  )
).annotate({ identifier: "Scope" })
export type Scope = typeof Scope.Type

export const scopeDomain = (scope: Scope): ScopeDomain => scope.slice(0, scope.indexOf(".")) as ScopeDomain
