import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { NewRateCardPage } from "~/features/usage/billing/rate-card-page"

export default component$(() => <NewRateCardPage />)

export const head: DocumentHead = { title: "Create rate card" }
