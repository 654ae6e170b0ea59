import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { NewSharedConnectionPage } from "~/features/accounts/connections/connection-page"

export default component$(() => <NewSharedConnectionPage />)

export const head: DocumentHead = { title: "Add shared S3 connection" }
