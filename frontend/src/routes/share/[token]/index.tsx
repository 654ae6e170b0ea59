import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { Visitor } from "~/features/objects/share-visit/visitor"
import { VisitorFrame } from "~/features/objects/share-visit/visitor-frame"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  return (
    <VisitorFrame>
      <Visitor token={params["token"] ?? ""} />
    </VisitorFrame>
  )
})

export const head: DocumentHead = {
  title: "Shared with you",
  meta: [
    { key: "robots", name: "robots", content: "noindex, nofollow" },
    { key: "referrer", name: "referrer", content: "no-referrer" }
  ]
}
