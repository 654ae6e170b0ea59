import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { FeatureSide } from "~/features/buckets/bucket-place/feature-side"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <FeatureSide tab="advanced" />)

export const head: DocumentHead = ({ url }) => ({
  title: `Advanced of ${bucketOfPath(url.pathname)?.full ?? "a bucket"}`
})
