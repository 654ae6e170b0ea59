import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { SharedConnectionPage } from "~/features/accounts/connections/connection-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <SharedConnectionPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Shared S3 connection" }
