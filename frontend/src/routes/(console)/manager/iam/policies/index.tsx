import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { IamPage } from "~/features/iam/iam-listing"

export default component$(() => <IamPage kind="policies" />)

export const head: DocumentHead = { title: "Managed policies" }
