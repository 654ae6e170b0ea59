import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { WorkPage } from "~/features/platform/runs/work-page"

export default component$(() => <WorkPage place={{ workspace: "storage-ops" }} />)

export const head: DocumentHead = { title: "Long work" }
