import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { BucketObjects } from "~/features/objects/explorer/listing/bucket-objects"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <BucketObjects />)

export const head: DocumentHead = ({ url }) => ({
  title: `Objects of ${bucketOfPath(url.pathname)?.full ?? "a bucket"}`
})
