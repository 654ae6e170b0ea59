import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { NewRolePage } from "~/features/iam/role-pages"

export default component$(() => <NewRolePage />)

export const head: DocumentHead = { title: "New IAM role" }
