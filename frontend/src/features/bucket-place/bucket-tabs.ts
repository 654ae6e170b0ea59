import type { ExecutionContext } from "~/lib/execution-contexts"

/** One side of a bucket, with an address of its own: `routes/(console)/manager/buckets/[name]/<path>`. */
export interface BucketTab {
  /** Its part of the address; "" for the first. */
  readonly path: string
  readonly label: string
  /** Where it is not there in every context. */
  readonly when?: (context: ExecutionContext) => boolean
}

/** What a bucket's place shows, in order. Another one is a line here and a page in the folder that it names. */
export const BUCKET_TABS: ReadonlyArray<BucketTab> = [
  { path: "", label: "Overview" },
  { path: "properties", label: "Properties" },
  { path: "permissions", label: "Permissions" },
  { path: "access", label: "Access" },
  { path: "lifecycle", label: "Lifecycle" },
  { path: "advanced", label: "Advanced" },
  { path: "objects", label: "Objects", when: ({ capabilities }) => capabilities.can_browse_objects },
  { path: "history", label: "History" }
]

export const tabsOf = (context: ExecutionContext | null): ReadonlyArray<BucketTab> =>
  BUCKET_TABS.filter(({ when }) => when === undefined || (context !== null && when(context)))
