import { component$, useVisibleTask$ } from "@builder.io/qwik"
import { useDocumentHead } from "@builder.io/qwik-city"
import { explorerBucket } from "~/lib/browser-href"
import { useLocation } from "~/lib/route"
import { BucketPicker } from "./bucket-picker"
import { BucketSearch } from "../search/bucket-search"
import { BucketSize } from "../search/bucket-size"
import { BucketVersions } from "../versions/bucket-versions"
import { ObjectExplorer } from "./object-explorer"
import { PendingUploads } from "../uploads/pending-uploads"

export const ExplorerPage = component$(() => {
  const location = useLocation()
  const head = useDocumentHead()
  const bucket = explorerBucket(location.url)
  useVisibleTask$(
    ({ track }) => {
      // a switch of buckets is no navigation that would change it
      ;(head as { title: string }).title = explorerBucket(track(() => location.url)) ?? "Objects"
    },
    { strategy: "document-ready" }
  )
  if (!bucket) return <BucketPicker />
  switch (location.url.searchParams.get("view")) {
    case "versions":
      return <BucketVersions key={`versions ${bucket}`} bucket={bucket} />
    case "uploads":
      return <PendingUploads key={`uploads ${bucket}`} bucket={bucket} />
    case "search":
      return <BucketSearch key={`search ${bucket}`} bucket={bucket} />
    case "size":
      return <BucketSize key={`size ${bucket}`} bucket={bucket} />
    default:
      return <ObjectExplorer key={bucket} bucket={bucket} />
  }
})
