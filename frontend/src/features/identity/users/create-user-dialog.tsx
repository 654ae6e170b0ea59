import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { problemText } from "~/client/problem-error"
import { EditDialog, type Editing } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { CheckField, Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { NewPasswordField } from "~/components/ui/new-password-field"
import { groupsOfUser, principalChanges } from "~/features/identity/rights/linked"
import { LinksField } from "~/features/identity/rights/links-field"
import { useMe } from "~/lib/use-me"
import { type Invitation, InvitationDialog } from "./invitation-dialog"
import { RoleField } from "./role-field"
import type { Role, User } from "./user"

const UserFields = component$(() => {
  const me = useMe()
  return (
    <div class="grid gap-4 px-5 py-4">
      <Field name="full_name" label="Full name" maxLength={200} required autoFocus />
      <Field name="email" label="E-mail" type="email" maxLength={320} required />
      <RoleField value="ui_user" actor={me.value?.role} />
      <NewPasswordField
        name="password"
        label="Password"
        hint="At least 12 characters. Leave it empty to invite them, or when they sign in with an identity provider."
      />
      <CheckField
        name="invite"
        label="Without a password, invite them to choose one"
        checked
        hint="By e-mail when a mail server is set up, otherwise with a link that you hand over. Valid once, for 7 days."
      />
      <LinksField
        name="account_links"
        label="RGW accounts"
        kind="account"
        one="RGW account"
        many="RGW accounts"
        asks="roles"
        start={[]}
        none="No RGW account yet."
      />
      <LinksField
        name="group_details"
        label="Groups"
        kind="group"
        one="group"
        many="groups"
        asks="nothing"
        start={[]}
        none="No group yet."
      />
    </div>
  )
})

type CreatedUser = User & { readonly invitation: Invitation | null; readonly invitationProblem: string | null }

const inviteTo = async (user: User): Promise<CreatedUser> => {
  try {
    const invitation = await call("POST /api/admin/users/:user_id/invitation", { params: { user_id: user.id } })
    return { ...user, invitation, invitationProblem: null }
  } catch (cause) {
    // the user was created: the toast says that the invitation is missing
    return { ...user, invitation: null, invitationProblem: problemText(cause) }
  }
}

const signInDetail = ({ has_password, invitation, invitationProblem }: CreatedUser): { detail?: string } => {
  if (invitationProblem !== null) return { detail: `They are not invited: ${invitationProblem}` }
  if (invitation?.link === null) return { detail: `The invitation is sent to ${invitation.recipient}.` }
  if (invitation !== null || has_password) return {}
  return { detail: "Invite them, link an identity, or set a password, so that they can sign in." }
}

export const CreateUserDialog = component$<{
  readonly open: Signal<Editing<User> | null>
  readonly listing: ListingState
}>(({ listing, open }) => {
  const made = useSignal<Invitation | null>(null)
  return (
    <>
      <EditDialog
        id="create-user"
        open={open}
        title="Create console user"
        submit="Create console user"
        fields={UserFields}
        listing={listing}
        shows
        wide
        save$={$(async (values: FormValues) => {
          const password = values["password"]
          const body = {
            email: (values["email"] ?? "").trim(),
            full_name: values["full_name"] ?? "",
            role: (values["role"] ?? "ui_none") as Role,
            ...(password ? { password } : {}),
            ...principalChanges(values, undefined),
            ...groupsOfUser(values, undefined)
          }
          const user = await call("POST /api/admin/users", { body })
          return !password && values["invite"] === "true"
            ? inviteTo(user)
            : { ...user, invitation: null, invitationProblem: null }
        })}
        after$={$(({ invitation }: CreatedUser) => {
          if (invitation !== null && invitation.link !== null) made.value = invitation
        })}
        toast$={$((user: CreatedUser) => ({ text: `${user.full_name} has an account`, ...signInDetail(user) }))}
      />
      <InvitationDialog open={made} />
    </>
  )
})
