import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { NewPasswordField } from "~/components/ui/new-password-field"
import { groupsOfUser, principalChanges } from "~/features/identity/rights/linked"
import { LinksField } from "~/features/identity/rights/links-field"
import { useMe } from "~/lib/use-me"
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
        hint="At least 12 characters. Without one they sign in with an identity provider, or wait until you set one."
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

export const CreateUserDialog = component$<{
  readonly open: Signal<Editing<User> | null>
  readonly listing: ListingState
}>(({ listing, open }) => (
  <EditDialog
    id="create-user"
    open={open}
    title="Create console user"
    submit="Create console user"
    fields={UserFields}
    listing={listing}
    shows
    wide
    save$={$((values: FormValues) => {
      const password = values["password"]
      const body = {
        email: (values["email"] ?? "").trim(),
        full_name: values["full_name"] ?? "",
        role: (values["role"] ?? "ui_none") as Role,
        ...(password ? { password } : {}),
        ...principalChanges(values, undefined),
        ...groupsOfUser(values, undefined)
      }
      return call("POST /api/admin/users", { body })
    })}
    said$={$(({ full_name, has_password }: User) => ({
      text: `${full_name} has an account`,
      ...(has_password ? {} : { detail: "Link an identity, or set a password, so that they can sign in." })
    }))}
  />
))
