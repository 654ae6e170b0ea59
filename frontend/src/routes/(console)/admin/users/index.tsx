import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { listUsers, type User } from "~/client/users"
import { columns, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { NameCell, RoleCell, WaysInCell } from "~/features/users/cells"
import { CreateUserDialog } from "~/features/users/create-user-dialog"
import { DeleteUserDialog } from "~/features/users/delete-user-dialog"
import { UserPanel } from "~/features/users/user-panel"
import { int } from "~/lib/format"
import { takeFromAddress } from "~/lib/take-from-address"
import { toast, useToasts } from "~/lib/toasts"

const COLUMNS = columns<User>([
  { key: "full_name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "email", label: "E-mail", width: "l", priority: 2, sortable: true },
  { key: "role", label: "Role", width: "m", priority: 1, sortable: true, cell: RoleCell },
  { key: "has_password", label: "Signs in with", width: "l", priority: 3, cell: WaysInCell },
  { key: "last_login_at", label: "Last sign-in", width: "s", priority: 3, sortable: true, format: "ago", absent: "Never" },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago", optional: true }
])

export default component$(() => {
  const location = useLocation()
  const toasts = useToasts()
  const table = useResourceTable({ id: "users", sort: "full_name" })
  const tab = useSignal("details")
  const creating = useSignal(false)
  const deleting = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as User | undefined) : undefined

  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      if (takeFromAddress("create") === "1") creating.value = true
    },
    { strategy: "document-ready" }
  )

  return (
    <ListingPage>
      <PageHeader title="Users" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <button type="button" class="btn btn-primary" onClick$={() => { creating.value = true }}><Icon name="user-plus" /> Create user</button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="Users"
        noun={{ one: "user", many: "users" }}
        columns={COLUMNS}
        rowKey="id"
        searchLabel="Search all users"
        fetch$={$(({ page, pageSize, search, signal, sortBy, sortDir }: TableQuery) =>
          listUsers({ page, page_size: pageSize, search, sort_by: sortBy, sort_dir: sortDir }, signal))}
      >
        <div q:slot="empty">
          <EmptyState icon="users" title="No user yet" text="Somebody signs in here once they have an account." />
        </div>
      </ResourceTable>
      {open && (
        <UserPanel
          q:slot="panel"
          key={open.id}
          user={open}
          tab={tab}
          onClose$={$(() => { table.url.open = "" })}
          onChanged$={$(() => table.handle.value?.reload())}
          onDelete$={$(() => { deleting.value = true })}
        />
      )}
      <CreateUserDialog
        open={creating}
        onCreated$={$((user: User) => {
          table.handle.value?.reload()
          table.url.open = String(user.id)
          toast(toasts, { tone: "ok", text: `${user.full_name} has an account`, ...(user.has_password ? {} : { detail: "Link an identity, or set a password, so that they can sign in." }) })
        })}
      />
      {open && (
        <DeleteUserDialog
          open={deleting}
          user={open}
          onDeleted$={$(() => {
            table.url.open = ""
            table.handle.value?.reload()
          })}
        />
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "Users" }
