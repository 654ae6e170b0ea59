import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { TrafficPage } from "~/features/usage/traffic-page"

export default component$(() => <TrafficPage />)

export const head: DocumentHead = { title: "Traffic" }
