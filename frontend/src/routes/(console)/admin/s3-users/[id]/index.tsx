import { component$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { S3UserPage } from "~/features/storage-access/access-page"

export default component$(() => {
  const { params } = useLocation()
  return <S3UserPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "RGW user" }
