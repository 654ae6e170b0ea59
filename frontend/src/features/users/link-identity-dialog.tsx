import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { listLdapProviders, listOidcProviders, type ProviderType } from "~/client/identity-providers"
import { asProblem } from "~/client/problem-error"
import { addIdentity, type User } from "~/client/users"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"

interface LinkIdentityDialogProps {
  readonly open: Signal<boolean>
  readonly user: User
  readonly onLinked$: QRL<(said: string) => void>
}

const LinkIdentityForm = component$<LinkIdentityDialogProps>(({ onLinked$, open, user }) => {
  const form = useForm("link-identity")
  const choices = useSignal<ReadonlyArray<{ readonly value: string; readonly label: string }>>()
  const problem = useSignal("")
  useVisibleTask$(async () => {
    try {
      const [oidc, ldap] = await Promise.all([listOidcProviders(), listLdapProviders()])
      choices.value = [
        ...oidc.map(({ id, label }) => ({ value: `oidc/${id}`, label: `${label} (OpenID Connect)` })),
        ...ldap.map(({ id, label }) => ({ value: `ldap/${id}`, label: `${label} (LDAP)` }))
      ]
    } catch (cause) {
      problem.value = asProblem(cause).message
    }
  }, { strategy: "document-ready" })
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const [type = "", id = ""] = (values["provider_id"] ?? "").split("/")
        await addIdentity(user.id, { provider_type: type as ProviderType, provider_id: id, subject: values["subject"] ?? "", email: values["email"] || null })
        open.value = false
        await onLinked$(`${user.full_name} can sign in with it now`)
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        {problem.value
          ? <p role="alert" class="alert alert-danger">Providers could not be loaded: {problem.value}</p>
          : choices.value === undefined
          ? <div><span class="skeleton mb-1 block h-5 w-24" /><span class="skeleton block h-8" /></div>
          : choices.value.length === 0
          ? <p class="alert alert-warn"><span>There is no provider yet. <a class="link" href="/admin/identity/providers">Add one first</a>.</span></p>
          : <SelectField name="provider_id" label="Provider" options={choices.value} />}
        <Field name="subject" label="Subject" maxLength={500} hint="What the provider calls this person for ever: “sub” of OpenID Connect, the subject attribute of a directory. It is never shown again." required mono autoFocus />
        <Field name="email" label="E-mail at the provider" type="email" maxLength={320} />
        <p class="alert alert-warn">
          <Icon name="triangle-alert" />
          <span>Whoever the provider calls by this subject signs in as {user.full_name}. Their sessions and API tokens end at once.</span>
        </p>
      </div>
      <DialogActions open={open} submit="Link identity" busy={form.busy || !choices.value?.length} />
    </Form>
  )
})

/** Says by hand whose an identity is. */
export const LinkIdentityDialog = component$<LinkIdentityDialogProps>((props) => (
  <Dialog open={props.open} title={`Link an identity to ${props.user.full_name}`}>
    <LinkIdentityForm {...props} />
  </Dialog>
))
