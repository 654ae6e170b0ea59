import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { AccessCheck } from "~/features/buckets/policies/access-check"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => <AccessCheck />)

export const head: DocumentHead = ({ url }) => ({
  title: `Access to ${bucketOfPath(url.pathname)?.full ?? "a bucket"}`
})
