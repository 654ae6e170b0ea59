import type { Capability } from "~/lib/context-capabilities"
import type { ExecutionContext } from "~/lib/execution-contexts"

export interface BucketTab {
  readonly path: string
  readonly label: string
  readonly needs?: { readonly of: Capability["name"]; readonly may: (context: ExecutionContext) => boolean }
}

export const BUCKET_TABS: ReadonlyArray<BucketTab> = [
  { path: "", label: "Overview" },
  { path: "properties", label: "Properties" },
  { path: "permissions", label: "Permissions" },
  { path: "access", label: "Access" },
  { path: "lifecycle", label: "Lifecycle" },
  { path: "advanced", label: "Advanced" },
  {
    path: "objects",
    label: "Objects",
    needs: { of: "objects", may: ({ capabilities }) => capabilities.can_browse_objects }
  },
  { path: "history", label: "History" }
]

export const lockOfTab = ({ needs }: BucketTab, context: ExecutionContext | null): Capability["name"] | null =>
  needs === undefined || context === null || needs.may(context) ? null : needs.of
