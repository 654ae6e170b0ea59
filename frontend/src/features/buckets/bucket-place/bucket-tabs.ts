import type { Capability } from "~/lib/context-capabilities"
import type { ExecutionContext } from "~/lib/execution-contexts"

/** One side of a bucket, with an address of its own: `routes/(console)/manager/buckets/[name]/<path>`. */
export interface BucketTab {
  /** Its part of the address; "" for the first. */
  readonly path: string
  readonly label: string
  /** What a context must be able to do; where it cannot, the side stands there locked, with the reason. */
  readonly needs?: { readonly of: Capability["name"]; readonly may: (context: ExecutionContext) => boolean }
}

/** What a bucket's place shows, in order. Another one is a line here and a page in the folder that it names. */
export const BUCKET_TABS: ReadonlyArray<BucketTab> = [
  { path: "", label: "Overview" },
  { path: "properties", label: "Properties" },
  { path: "permissions", label: "Permissions" },
  { path: "access", label: "Access" },
  { path: "lifecycle", label: "Lifecycle" },
  { path: "advanced", label: "Advanced" },
  { path: "objects", label: "Objects", needs: { of: "objects", may: ({ capabilities }) => capabilities.can_browse_objects } },
  { path: "history", label: "History" }
]

/** What locks a side in this context; null: it is open, or not known yet. */
export const lockOfTab = ({ needs }: BucketTab, context: ExecutionContext | null): Capability["name"] | null =>
  needs === undefined || context === null || needs.may(context) ? null : needs.of
