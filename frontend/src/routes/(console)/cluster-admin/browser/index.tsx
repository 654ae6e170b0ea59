import type { DocumentHead } from "@builder.io/qwik-city"
import { ClusterExplorer } from "~/features/objects/explorer/listing/cluster-explorer"

export default ClusterExplorer

export const head: DocumentHead = ({ url }) => ({ title: url.searchParams.get("bucket") ?? "Object browser" })
