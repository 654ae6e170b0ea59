import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { UsageBucketsPage } from "~/features/usage/buckets-page"

export default component$(() => <UsageBucketsPage />)

export const head: DocumentHead = { title: "Usage of buckets" }
