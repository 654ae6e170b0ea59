import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { SpacePage } from "~/features/iam/portal/space-page"
import { usePortal } from "~/features/iam/portal/use-portal"
import { SpaceGrowth } from "~/features/usage/space-growth"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { id } = usePortal()
  const { params } = useLocation()
  return id.value === null ? (
    <span class="skeleton m-5 block h-40" />
  ) : (
    <SpacePage key={`${id.value} ${params["id"]}`} accountId={Number(id.value)} spaceId={Number(params["id"])}>
      <SpaceGrowth q:slot="growth" accountId={Number(id.value)} spaceId={Number(params["id"])} />
    </SpacePage>
  )
})

export const head: DocumentHead = { title: "Storage space" }
