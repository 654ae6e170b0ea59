import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { NewEndpointPage } from "~/features/gateways/endpoints/endpoint-page"

export default component$(() => <NewEndpointPage />)

export const head: DocumentHead = { title: "Add storage endpoint" }
