import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { usePortal } from "~/features/iam/portal/use-portal"
import { AccessLogsPage } from "~/features/usage/access-logs/access-logs-page"

export default component$(() => {
  const { id } = usePortal()
  return id.value === null ? (
    <span class="skeleton m-5 block h-40" />
  ) : (
    <AccessLogsPage key={id.value} accountId={Number(id.value)} />
  )
})

export const head: DocumentHead = { title: "Access logs" }
