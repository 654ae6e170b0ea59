import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { UnusedPage } from "~/features/iam/unused-listing"

export default component$(() => <UnusedPage />)

export const head: DocumentHead = { title: "Unused in IAM" }
