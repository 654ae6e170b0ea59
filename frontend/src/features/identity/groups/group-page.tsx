import { $, component$ } from "@builder.io/qwik"
import { useNavigate } from "~/lib/route"
import { call } from "~/client/call"
import { EditPage, type FieldsProps } from "~/components/action"
import { DangerZone } from "~/components/ui/danger-zone"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { LinksField } from "~/features/identity/rights/links-field"
import { membersOfGroup, linkedMembers, principalChanges } from "~/features/identity/rights/linked"
import { PrincipalFields } from "~/features/identity/rights/principal-fields"
import { RightSwitches, switchChanges } from "~/features/identity/rights/right-switches"
import { reload, useLoaded } from "~/lib/use-loaded"
import type { Group } from "./group"
import { RemoveGroup } from "./remove-group"

const HOME = { href: "/admin/groups", label: "Groups" }
const COMPARES = {
  name: "Name",
  description: "Description",
  user_details: "People",
  account_links: "RGW accounts",
  s3_user_links: "RGW users",
  s3_connection_details: "Shared S3 connections",
  privileges: "Workspaces",
  manager_tools: "Tools of the Manager"
} as const

const GroupFields = component$<FieldsProps<Group>>(({ row }) => (
  <>
    <div class="grid gap-4 sm:grid-cols-2">
      <Field name="name" label="Name" value={row?.name} maxLength={100} required />
      <Field name="description" label="Description" value={row?.description} maxLength={500} />
    </div>
    <section class="edit-section grid gap-4">
      <h2 class="text-base font-semibold">Who is in it</h2>
      <LinksField
        name="user_details"
        label="People"
        kind="user"
        one="console user"
        many="console users"
        asks="nothing"
        start={linkedMembers(row)}
        none="Nobody is in it yet."
      />
    </section>
    <section class="edit-section grid gap-4">
      <h2 class="text-base font-semibold">What it gives them</h2>
      <PrincipalFields row={row} />
      <RightSwitches row={row} tools="Switched on for its people. What it does not switch on, it does not take away." />
    </section>
  </>
))

const ownChanges = (values: FormValues, before: Group) => {
  const [name, description] = [(values["name"] ?? "").trim(), (values["description"] ?? "").trim()]
  return { ...(name === before.name ? {} : { name }), ...(description === before.description ? {} : { description }) }
}

export const GroupPage = component$<{ readonly id: string }>(({ id }) => {
  const navigate = useNavigate()
  const loaded = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/groups/:id", { params: { id: Number(id) }, signal }))
  )
  const row = loaded.value
  return (
    <EditPage
      id="group"
      kind="Group"
      home={HOME}
      loaded={loaded}
      named="name"
      fields={GroupFields}
      now$={$(({ id }: Group) => call("GET /api/admin/groups/:id", { params: { id } }))}
      compares={COMPARES}
      save$={$(async (values: FormValues, before: Group | undefined) => {
        if (before === undefined) throw new Error("there is no group to change")
        return call("PUT /api/admin/groups/:id", {
          params: { id: before.id },
          body: {
            version: before.version,
            ...ownChanges(values, before),
            ...membersOfGroup(values, before),
            ...principalChanges(values, before),
            ...switchChanges(values, before)
          }
        })
      })}
      toast$={$(({ name }: Group) => ({ text: `${name} is saved` }))}
    >
      {row && (
        <DangerZone
          title="Delete this group"
          text="Its people keep their accounts and lose what only this group gives them."
        >
          <RemoveGroup group={row} onGone$={$(() => navigate(HOME.href))} onStale$={$(() => reload(loaded))} />
        </DangerZone>
      )}
    </EditPage>
  )
})
