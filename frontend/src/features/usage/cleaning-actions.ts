import { bucketHref } from "~/lib/bucket-place"
import { browserHref } from "~/lib/browser-href"
import type { UsageFinding } from "./usage"

export interface CleaningAction {
  readonly href: string
  readonly label: string
}

interface Place {
  readonly contextId: string
  readonly bucket: string
  readonly objects: boolean
}

const inBrowser = (
  { bucket, contextId }: Place,
  view: "versions" | "uploads" | "size",
  label: string
): CleaningAction => ({ href: browserHref({ bucket, contextId }, "", "", { base: "/manager/browser", view }), label })

const onBucket = (place: Place, tab: string, label: string): CleaningAction => ({ href: bucketHref(place, tab), label })

const lifecycle = (place: Place): CleaningAction => onBucket(place, "lifecycle", "Lifecycle rules")

export const cleaningActions = (place: Place): ReadonlyArray<CleaningAction> => [
  ...(place.objects
    ? [inBrowser(place, "versions", "Clean old versions"), inBrowser(place, "uploads", "Unfinished uploads")]
    : []),
  lifecycle(place)
]

export const cleaningActionOf = (code: UsageFinding["code"], place: Place): CleaningAction => {
  switch (code) {
    case "old_uploads":
      return place.objects ? inBrowser(place, "uploads", "Unfinished uploads") : lifecycle(place)
    case "many_noncurrent":
    case "no_lifecycle":
      return lifecycle(place)
    case "quota_near":
      return onBucket(place, "properties", "Quota")
    case "unreadable":
      return onBucket(place, "permissions", "Permissions")
    case "partial":
      return place.objects ? inBrowser(place, "size", "Measure it") : onBucket(place, "", "Bucket")
    case "no_statistics":
    case "counts_differ":
      return onBucket(place, "", "Bucket")
  }
}

export const FINDING_TITLES: Readonly<Record<UsageFinding["code"], string>> = {
  no_statistics: "No statistics",
  unreadable: "Could not be listed",
  partial: "Listed in part",
  old_uploads: "Old unfinished uploads",
  many_noncurrent: "Mostly old versions",
  quota_near: "Quota nearly full",
  no_lifecycle: "No lifecycle rules",
  counts_differ: "Counts differ"
}

export const usageHref = (
  page: "" | "buckets" | "traffic",
  contextId: string,
  more: Readonly<Record<string, string>> = {}
): string => `/manager/usage${page === "" ? "" : `/${page}`}?${new URLSearchParams({ context_id: contextId, ...more })}`
