import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { StatusPage } from "~/features/iam/portal/status-page"
import { usePortal } from "~/features/iam/portal/use-portal"

export default component$(() => {
  const { id } = usePortal()
  return id.value === null ? (
    <span class="skeleton m-5 block h-40" />
  ) : (
    <StatusPage key={id.value} accountId={Number(id.value)} />
  )
})

export const head: DocumentHead = { title: "Status" }
