import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { UserPage } from "~/features/identity/users/user-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <UserPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Console user" }
