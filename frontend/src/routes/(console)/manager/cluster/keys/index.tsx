import { $, component$, useSignal } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { changed, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { type ClusterKey, KeyStateCell, KeyUsesCell, keyUses } from "~/features/fleet/clusterkeys/cluster-key"
import { ClusterKeyPanel } from "~/features/fleet/clusterkeys/cluster-key-panel"
import { NewKeyDialog } from "~/components/ui/new-key-dialog"

const COLUMNS = columns<ClusterKey, "access_key" | "created_at" | "last_used_at">([
  { key: "access_key", label: "Access key", width: "name", priority: 1, sortable: true, format: "mono" },
  {
    key: "active",
    label: "State",
    width: "s",
    priority: 1,
    cell: KeyStateCell,
    text$: $((row: ClusterKey) => (row.active ? "Active" : "Switched off"))
  },
  {
    key: "console_key",
    label: "In Stowage",
    width: "l",
    priority: 2,
    cell: KeyUsesCell,
    text$: $((row: ClusterKey) => keyUses(row).join(", "))
  },
  { key: "created_at", label: "Created", width: "s", priority: 3, sortable: true, format: "ago" },
  { key: "last_used_at", label: "Last used by Stowage", width: "m", priority: 4, sortable: true, format: "ago" }
])

export default component$(() => {
  const scope = useScope()
  const { contexts } = scope
  const creating = useSignal<object | null>(null)
  const keys = useListing(COLUMNS, {
    id: "cluster-keys",
    title: "Keys",
    noun: { one: "access key", many: "access keys" },
    rowKey: "access_key",
    sort: "created_at",
    search: "Search access keys",
    searchIn: ["access_key"],
    whole$: $(
      async ({ signal }): Promise<ReadonlyArray<ClusterKey>> =>
        (await callIn(scope, "GET /api/manager/cluster/keys", { signal })).items
    ),
    begin: [{ intent: "create", label: "Create key", icon: "plus", opens: creating }],
    empty: {
      icon: "key-round",
      title: "No access key",
      text: "By access keys, programs act as this context at its gateway."
    }
  })
  return (
    <Listing listing={keys} panel={ClusterKeyPanel}>
      <NewKeyDialog
        open={creating}
        name={contexts.current?.name ?? ""}
        root={contexts.current?.kind === "account"}
        create$={$(async () => {
          const { endpoint_url: endpoint, id } = contexts.current ?? { endpoint_url: "", id: "" }
          const key = await callIn({ contextId: id }, "POST /api/manager/cluster/keys")
          return { ...key, ...(endpoint === "" ? {} : { endpoint }) }
        })}
        onMade$={$(() => changed(keys))}
      />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Keys" }
