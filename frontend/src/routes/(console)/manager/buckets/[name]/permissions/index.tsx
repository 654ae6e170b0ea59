import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { FeatureSections } from "~/features/bucket-features/feature-sections"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <FeatureSections tab="permissions" />)

export const head: DocumentHead = ({ url }) => ({ title: `Permissions of ${bucketOfPath(url.pathname)?.full ?? "a bucket"}` })
