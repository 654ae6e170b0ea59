import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { OverviewPage } from "~/features/usage/overview/overview-page"

export default component$(() => <OverviewPage />)

export const head: DocumentHead = { title: "Overview" }
