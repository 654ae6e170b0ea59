import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { TrustPage } from "~/features/iam/role-pages"

export default component$(() => <TrustPage />)

export const head: DocumentHead = { title: "Who may assume a role" }
