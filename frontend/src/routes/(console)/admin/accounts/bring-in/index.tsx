import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { BulkImportPage } from "~/features/fleet/imports/bulk-import-page"

export default component$(() => <BulkImportPage kind="account" />)

export const head: DocumentHead = { title: "Bring in RGW accounts" }
