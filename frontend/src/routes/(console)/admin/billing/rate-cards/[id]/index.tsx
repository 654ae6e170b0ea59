import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { RateCardPage } from "~/features/usage/billing/rate-card-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return <RateCardPage key={params["id"]} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Rate card" }
