import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { SettingsPage } from "~/features/identity/application/settings-page"

export default component$(() => <SettingsPage />)

export const head: DocumentHead = { title: "Settings" }
