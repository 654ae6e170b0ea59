import { component$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { BucketPicker } from "~/features/explorer/bucket-picker"
import { ObjectExplorer } from "~/features/explorer/object-explorer"

export default component$(() => {
  const bucket = useLocation().url.searchParams.get("bucket")
  return bucket ? <ObjectExplorer key={bucket} bucket={bucket} /> : <BucketPicker />
})

export const head: DocumentHead = ({ url }) => ({ title: url.searchParams.get("bucket") ?? "Objects" })
