import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { GroupPage } from "~/features/identity/groups/group-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <GroupPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Group" }
