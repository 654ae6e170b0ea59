import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { type Editing, EditDialog } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { selectedKeys } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { FormValues } from "~/components/ui/form"
import { targetChanges } from "~/features/identity/rights/linked"
import { LinksField } from "~/features/identity/rights/links-field"
import { counted } from "~/lib/format"
import { type Linkable, withLinks } from "./with-links"

interface SelectedRows {
  readonly rows: ReadonlyArray<Linkable>
}

const AccessFields = component$(() => (
  <div class="grid gap-6 px-5 py-4">
    <p class="text-ink-2">What is entered here is added to each of them. All of it is saved, or nothing.</p>
    <LinksField
      name="user_links"
      label="People"
      kind="user"
      one="console user"
      many="console users"
      asks="roles"
      start={[]}
      none="Nobody yet."
    />
    <LinksField
      name="group_links"
      label="Groups"
      kind="group"
      one="group"
      many="groups"
      asks="roles"
      start={[]}
      none="No group yet."
    />
  </div>
))

export const GiveAccess = component$<{ readonly listing: ListingState; readonly open: Signal<Editing<object> | null> }>(
  ({ listing, open }) => (
    <button
      type="button"
      class="btn btn-ghost btn-sm"
      onClick$={() => {
        const { kept } = listing.table
        const rows = selectedKeys(listing.table).flatMap(
          (key) => (kept.value?.get(key) as unknown as Linkable | undefined) ?? []
        )
        const { many, one } = listing.options.noun
        open.value = { row: { rows }, name: counted(rows.length, one, many) }
      }}
    >
      <Icon name="user-check" /> Give access
    </button>
  )
)

export const GiveAccessDialog = component$<{
  readonly listing: ListingState
  readonly open: Signal<Editing<object> | null>
  readonly kind: "account" | "s3_user"
}>(({ kind, listing, open }) => (
  <EditDialog
    id="give-access"
    open={open}
    title="Give access"
    submit="Give access"
    changes={{ title: "Give access to", submit: "Give access", named: true }}
    wide
    fields={AccessFields}
    listing={listing}
    save$={$(async (values: FormValues, selection: object | undefined) => {
      const added = targetChanges(values, undefined)
      if (!added.user_links?.length && !added.group_links?.length) {
        throw new ProblemError({
          status: 422,
          code: "nothing_chosen",
          title: "Nobody is chosen",
          detail: "Choose a console user or a group first."
        })
      }
      const items = (selection as SelectedRows).rows.map((row) => withLinks(row, added))
      if (kind === "account") await call("PUT /api/admin/accounts/links", { body: { accounts: items } })
      else await call("PUT /api/admin/s3-users/links", { body: { s3_users: items } })
      return { saved: items.length }
    })}
    toast$={$(({ saved }: { readonly saved: number }) => ({
      text: `${counted(saved, listing.options.noun.one, listing.options.noun.many)} saved`
    }))}
  />
))
