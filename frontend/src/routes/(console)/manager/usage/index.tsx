import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { UsagePage } from "~/features/usage/usage-page"

export default component$(() => <UsagePage />)

export const head: DocumentHead = { title: "Usage" }
