import { component$, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useDocumentHead } from "@builder.io/qwik-city"
import { BucketPicker } from "~/features/explorer/bucket-picker"
import { ObjectExplorer } from "~/features/explorer/object-explorer"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const location = useLocation()
  const head = useDocumentHead()
  const bucket = location.url.searchParams.get("bucket")
  useVisibleTask$(
    ({ track }) => {
      // from bucket to bucket there is no navigation that would change it
      (head as { title: string }).title = track(() => location.url).searchParams.get("bucket") ?? "Objects"
    },
    { strategy: "document-ready" }
  )
  return bucket ? <ObjectExplorer key={bucket} bucket={bucket} /> : <BucketPicker />
})

export const head: DocumentHead = ({ url }) => ({ title: url.searchParams.get("bucket") ?? "Objects" })
