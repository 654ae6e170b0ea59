import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { NewPrivateConnectionPage } from "~/features/accounts/connections/connection-page"

export default component$(() => <NewPrivateConnectionPage />)

export const head: DocumentHead = { title: "Add private S3 connection" }
