import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { PrivateConnectionPage } from "~/features/accounts/connections/connection-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <PrivateConnectionPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Private S3 connection" }
