import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditPage, type FieldsProps } from "~/components/action"
import { DangerZone } from "~/components/ui/danger-zone"
import { CheckField, Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { validTab, Tabs } from "~/components/ui/tabs"
import { useNavigate } from "~/lib/route"
import { EffectiveAccess } from "~/features/identity/rights/effective-access"
import { groupsOfUser, linkedGroupsOfUser, principalChanges } from "~/features/identity/rights/linked"
import { LinksField } from "~/features/identity/rights/links-field"
import { PrincipalFields } from "~/features/identity/rights/principal-fields"
import { RightSwitches, switchChanges } from "~/features/identity/rights/right-switches"
import { place, type UrlKey } from "~/lib/url-state"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"
import { useUrlState } from "~/lib/use-url-state"
import { RemoveUser } from "./remove-user"
import { RoleField } from "./role-field"
import { whyNotManage } from "./roles"
import type { User } from "./user"
import { userChanges } from "./user-changes"
import { UserSecurity } from "./user-security"

const TABS = [
  { id: "details", label: "Details" },
  { id: "security", label: "Security" }
]
const IN_ADDRESS: { tab: UrlKey } = { tab: place() }
const HOME = { href: "/admin/users", label: "Console users" }
const COMPARES = {
  full_name: "Full name",
  email: "E-mail",
  role: "Role",
  is_active: "Active",
  group_details: "Groups",
  account_links: "RGW accounts",
  s3_user_links: "RGW users",
  s3_connection_details: "Shared S3 connections",
  privileges: "Workspaces",
  manager_tools: "Tools of the Manager"
} as const

const UserFields = component$<FieldsProps<User>>(({ row: user }) => {
  const me = useMe()
  const own = me.value?.id === user?.id
  return (
    <div role="tabpanel" id="user-tabs-panel" aria-labelledby="user-tabs-details" class="grid gap-4">
      <div class="grid gap-4 sm:grid-cols-2">
        <Field name="full_name" label="Full name" value={user?.full_name} maxLength={200} required />
        <Field name="email" label="E-mail" type="email" value={user?.email} maxLength={320} required />
      </div>
      <fieldset class="grid gap-4" disabled={own}>
        <legend class="sr-only">Rights</legend>
        <RoleField value={user?.role ?? "ui_none"} actor={me.value?.role} />
        <CheckField
          name="is_active"
          label="Active"
          checked={user?.is_active}
          hint="Somebody who is not active cannot sign in; nothing of theirs is deleted."
        />
      </fieldset>
      {own && <p class="text-xs text-ink-3">Your own role stays as it is, and so do you: ask another administrator.</p>}
      <p class="alert">
        <Icon name="info" />
        <span>
          Another e-mail, role or “Active” ends {own ? "your" : "this person’s"} sessions and API tokens. Another name
          does not.
        </span>
      </p>
      <section id="given-access" class="edit-section grid gap-4" tabIndex={-1}>
        <h2 class="text-base font-semibold">What they are given</h2>
        <LinksField
          name="group_details"
          label="Groups"
          kind="group"
          one="group"
          many="groups"
          asks="nothing"
          start={linkedGroupsOfUser(user)}
          none="In no group."
        />
        <PrincipalFields row={user} />
        <RightSwitches row={user} tools="One that is off here is on all the same when a group gives it." />
      </section>
    </div>
  )
})

export const UserPage = component$<{ readonly id: string }>(({ id }) => {
  const me = useMe()
  const navigate = useNavigate()
  const loaded = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/users/:user_id", { params: { user_id: Number(id) }, signal }))
  )
  const url = useUrlState(IN_ADDRESS)
  const tab = useSignal(url.tab)
  useVisibleTask$(
    ({ track }) => {
      tab.value = track(() => url.tab)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      url.tab = track(() => tab.value)
    },
    { strategy: "document-ready" }
  )
  const security = validTab(TABS, tab.value) === "security"
  const user = loaded.value
  const refused = user === null ? "" : whyNotManage(me.value?.role, user.role)
  return (
    <EditPage
      id="user"
      kind="Console user"
      home={HOME}
      loaded={loaded}
      named="full_name"
      fields={UserFields}
      locked={refused}
      elsewhere={security}
      show$={$(() => {
        tab.value = ""
      })}
      now$={$(({ id }: User) => call("GET /api/admin/users/:user_id", { params: { user_id: id } }))}
      compares={COMPARES}
      save$={$(async (values: FormValues, before: User | undefined) => {
        if (before === undefined) throw new Error("there is nobody to change")
        return call("PUT /api/admin/users/:user_id", {
          params: { user_id: before.id },
          body: {
            version: before.version,
            ...userChanges(before, values, me.value?.id === before.id),
            ...groupsOfUser(values, before),
            ...principalChanges(values, before),
            ...switchChanges(values, before)
          }
        })
      })}
      toast$={$(({ full_name }: User) => ({ text: `${full_name} is saved` }))}
    >
      {user && (
        <div q:slot="above" class="mb-5 border-b border-line">
          <Tabs id="user-tabs" label={`About ${user.full_name}`} tabs={TABS} current={tab} />
        </div>
      )}
      {user && security && (
        <div role="tabpanel" id="user-tabs-panel" aria-labelledby="user-tabs-security">
          <UserSecurity user={user} onChanged$={$(() => undefined)} />
        </div>
      )}
      {user && !security && (
        <section class="edit-section">
          <h2 class="mb-3 text-base font-semibold">What they may do, and why</h2>
          <EffectiveAccess access={user.effective_access} of={user} editor="given-access" />
        </section>
      )}
      {user && !security && (
        <DangerZone
          title="Delete this console user"
          text="The account goes for good, with its passkeys, identities and links."
        >
          <RemoveUser user={user} onGone$={$(() => navigate("/admin/users"))} onStale$={$(() => reload(loaded))} />
        </DangerZone>
      )}
    </EditPage>
  )
})
