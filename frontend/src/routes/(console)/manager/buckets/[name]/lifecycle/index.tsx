import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { FeatureSections } from "~/features/bucket-features/feature-sections"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <FeatureSections tab="lifecycle" />)

export const head: DocumentHead = ({ url }) => ({ title: `Lifecycle of ${bucketOfPath(url.pathname)?.full ?? "a bucket"}` })
