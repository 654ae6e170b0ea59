import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { S3UserPage } from "~/features/accounts/storage-access/access-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <S3UserPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "RGW user" }
