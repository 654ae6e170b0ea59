import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { BucketOverview } from "~/features/buckets/bucket-place/overview"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <BucketOverview />)

export const head: DocumentHead = ({ url }) => ({ title: bucketOfPath(url.pathname)?.full ?? "Bucket" })
