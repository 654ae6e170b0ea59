import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { EndpointPage } from "~/features/gateways/endpoints/endpoint-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <EndpointPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Storage endpoint" }
