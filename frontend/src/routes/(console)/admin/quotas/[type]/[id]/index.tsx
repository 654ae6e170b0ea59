import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { QuotaSubjectPage } from "~/features/usage/quotas/quota-subject-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  const key = `${params["type"]}/${params["id"]}`
  return <QuotaSubjectPage key={key} subjectKey={key} />
})

export const head: DocumentHead = { title: "Quota" }
