import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { InlinePolicyPage } from "~/features/iam/inline-policy-page"

export default component$(() => <InlinePolicyPage kind="roles" />)

export const head: DocumentHead = { title: "Inline policy" }
