import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { ChoiceField } from "~/components/ui/choice-field"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { listProviders, type ProviderType } from "~/features/identity/identity-providers/provider-row"
import type { User } from "./user"

const NAMES = { oidc: "OpenID Connect", ldap: "LDAP" } as const

const LinkFields = component$<FieldsProps<User>>(({ row: user }) => (
  <div class="grid gap-4 px-5 py-4">
    <ChoiceField
      name="provider_id"
      label="Provider"
      load$={$(async () =>
        (await listProviders()).map(({ key, label, type }) => ({ value: key, label: `${label} (${NAMES[type]})` }))
      )}
    >
      <span>
        There is no provider yet.{" "}
        <a class="link" href="/admin/identity/providers">
          Add one first
        </a>
        .
      </span>
    </ChoiceField>
    <Field
      name="subject"
      label="Subject"
      maxLength={500}
      hint={
        "What the provider calls this person for ever: “sub” of OpenID Connect, the subject attribute of a " +
        "directory. It is never shown again."
      }
      required
      mono
      autoFocus
    />
    <Field name="email" label="E-mail at the provider" type="email" maxLength={320} />
    <p class="alert alert-warn">
      <Icon name="triangle-alert" />
      <span>
        Whoever the provider calls by this subject signs in as {user?.full_name}. Their sessions and API tokens end at
        once.
      </span>
    </p>
  </div>
))

export const LinkIdentityDialog = component$<{
  readonly open: Signal<Editing<User> | null>
  readonly onLinked$: QRL<() => void>
}>(({ onLinked$, open }) => (
  <EditDialog
    id="link-identity"
    open={open}
    title="Link an identity"
    submit="Link identity"
    changes={{ title: "Link an identity to", submit: "Link identity" }}
    fields={LinkFields}
    save$={$(async (values: FormValues, user: User | undefined) => {
      const [type = "", id = ""] = (values["provider_id"] ?? "").split("/")
      const body = {
        provider_type: type as ProviderType,
        provider_id: id,
        subject: values["subject"] ?? "",
        email: values["email"] || null
      }
      if (user) await call("POST /api/admin/users/:user_id/identities", { params: { user_id: user.id }, body })
    })}
    after$={onLinked$}
    toast$={$((_: unknown, user: User | undefined) => ({ text: `${user?.full_name} can sign in with it now` }))}
  />
))
