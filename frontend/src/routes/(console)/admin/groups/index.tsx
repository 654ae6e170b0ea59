import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { useEditing } from "~/components/action"
import { type Asking, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { CreateGroupDialog } from "~/features/identity/groups/create-group-dialog"
import type { GroupRow } from "~/features/identity/groups/group"
import { GroupPanel } from "~/features/identity/groups/group-panel"

const COLUMNS = columns<GroupRow, SortKey<"GET /api/admin/groups">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true },
  { key: "description", label: "Description", width: "l", priority: 3 },
  { key: "member_count", label: "People", width: "xs", priority: 1, sortable: true, numeric: true },
  { key: "account_count", label: "RGW accounts", width: "s", priority: 2, numeric: true },
  { key: "s3_user_count", label: "RGW users", width: "s", priority: 3, numeric: true },
  { key: "updated_at", label: "Changed", width: "s", priority: 4, sortable: true, format: "ago" },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago", optional: true }
])

export default component$(() => {
  const creating = useEditing<GroupRow>()
  const groups = useListing(COLUMNS, {
    id: "groups",
    title: "Groups",
    noun: { one: "group", many: "groups" },
    rowKey: "id",
    sort: "name",
    search: "Search all groups",
    page$: $((query: OffsetQuery<SortKey<"GET /api/admin/groups">>, { signal }: Asking) =>
      call("GET /api/admin/groups", { query, signal })
    ),
    one$: $((id, signal) => call("GET /api/admin/groups/:id", { params: { id: Number(id) }, signal })),
    begin: [{ intent: "create", label: "Create group", icon: "plus", opens: creating }],
    empty: {
      icon: "users",
      title: "No group yet",
      text: "What is set for a group holds for everybody in it: give a team its RGW accounts once."
    }
  })
  return (
    <Listing listing={groups} panel={GroupPanel}>
      <CreateGroupDialog open={creating} listing={groups} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Groups" }
