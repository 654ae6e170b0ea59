import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { BucketHistory } from "~/features/buckets/bucket-features/bucket-history"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <BucketHistory />)

export const head: DocumentHead = ({ url }) => ({
  title: `History of ${bucketOfPath(url.pathname)?.full ?? "a bucket"}`
})
