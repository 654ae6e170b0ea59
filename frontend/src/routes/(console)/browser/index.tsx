import type { DocumentHead } from "@builder.io/qwik-city"
import { ExplorerPage } from "~/features/objects/explorer/listing/explorer-page"

export default ExplorerPage

export const head: DocumentHead = ({ url }) => ({ title: url.searchParams.get("bucket") ?? "Objects" })
