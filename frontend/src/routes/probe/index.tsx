import { $, component$ } from "@builder.io/qwik"
import { columns, ResourceTable, useResourceTable, type TableQuery } from "~/components/resource-table"
import { EmptyState } from "~/components/ui/states"
interface P { id: string; name: string; size: number; at: string }
const Name = component$<{ readonly row: P }>(({ row }) => <span class="font-medium">{row.name}</span>)
const COLS = columns<P>([
  { key: "name", label: "Name", width: "name", sortable: true, cell: Name, priority: 1 },
  { key: "id", label: "Id", width: "s", priority: 3, format: "mono" },
  { key: "size", label: "Size", width: "s", numeric: true, sortable: true, format: "bytes" },
  { key: "at", label: "Created", width: "s", format: "ago", priority: 4 }
])
export default component$(() => {
  const table = useResourceTable({ id: "probe", sort: "name", filters: { near: "" } })
  return <div class="flex h-dvh flex-col pt-4">
    <ResourceTable table={table} label="Things" noun={{ one: "thing", many: "things" }} columns={COLS} rowKey="id" selectable searchLabel="Search all things"
      fetch$={$(async (q: TableQuery) => {
        await new Promise((r) => setTimeout(r, 150))
        const all = Array.from({ length: 5000 }, (_, i) => ({ id: `i${i}`, name: `thing-${String(i).padStart(5, "0")}`, size: (i * 7919) % 1000003, at: new Date(Date.now() - i * 3.6e6).toISOString() })).filter((x) => x.name.includes(q.search))
        all.sort((a, b) => (q.sortBy === "size" ? a.size - b.size : a.name < b.name ? -1 : 1) * (q.sortDir === "desc" ? -1 : 1))
        return { items: all.slice((q.page - 1) * q.pageSize, q.page * q.pageSize), total: all.length }
      })}>
      <button q:slot="bulk" type="button" class="btn btn-sm btn-danger-quiet">Delete</button>
      <div q:slot="empty"><EmptyState icon="database" title="None" text="Make one" /></div>
    </ResourceTable>
  </div>
})
