import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { AccountPage } from "~/features/accounts/storage-access/access-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <AccountPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "RGW account" }
