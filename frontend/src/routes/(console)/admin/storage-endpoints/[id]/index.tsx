import { component$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { EndpointPage } from "~/features/endpoints/endpoint-page"

export default component$(() => {
  const { params } = useLocation()
  return <EndpointPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Storage endpoint" }
