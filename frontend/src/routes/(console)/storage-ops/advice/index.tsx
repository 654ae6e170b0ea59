import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { ScrolledPage } from "~/components/ui/page-header"
import { AdviceList } from "~/features/buckets/workbench/advice-list"

export default component$(() => (
  <ScrolledPage title="Advice">
    <AdviceList
      buckets="/storage-ops/buckets"
      load$={$((signal: AbortSignal) => call("GET /api/storage-ops/bucket-advice", { signal }))}
    />
  </ScrolledPage>
))

export const head: DocumentHead = { title: "Advice" }
