import { component$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { SharedConnectionPage } from "~/features/connections/connection-page"

export default component$(() => {
  const { params } = useLocation()
  return <SharedConnectionPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Shared S3 connection" }
