import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { BringIn } from "~/features/fleet/imports/bring-in"

export default component$(() => <BringIn kind="account" />)

export const head: DocumentHead = { title: "Bring in RGW accounts" }
