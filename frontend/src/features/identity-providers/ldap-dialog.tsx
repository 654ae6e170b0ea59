import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { createLdapProvider, type LdapProvider, testLdapProvider, updateLdapProvider } from "~/client/identity-providers"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { CheckField, Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { MoreFields } from "~/components/ui/more-fields"
import { BindFields } from "./bind-fields"
import { CertificateField } from "./certificate-field"
import { useConnectionTest } from "./connection-test"
import { ldapInput } from "./ldap-input"
import { LinkingFields } from "./linking-fields"
import { NamingFields } from "./naming-fields"
import { TestButton } from "./test-button"
import { TestFindings } from "./test-findings"

interface LdapDialogProps {
  readonly open: Signal<boolean>
  /** The provider to change; null makes a new one. */
  readonly provider: LdapProvider | null
  readonly onSaved$: QRL<(provider: LdapProvider) => void>
}

const MORE = ["subject_attribute", "email_attribute", "name_attribute", "timeout_seconds", "ca_certificate"]
const ATTRIBUTE = { pattern: "[A-Za-z][A-Za-z0-9\\-]{0,62}", patternHint: "Letters, digits and hyphens, starting with a letter." }

const LdapForm = component$<LdapDialogProps>(({ onSaved$, open, provider }) => {
  const form = useForm("ldap-provider")
  const test = useConnectionTest()
  const config = provider?.config
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const input = ldapInput(values)
        const saved = provider ? await updateLdapProvider(provider.id, input) : await createLdapProvider({ id: values["id"] ?? "", ...input })
        open.value = false
        await onSaved$(saved)
      })}
    >
      <div class="grid gap-5 px-5 py-4">
        <NamingFields label={provider?.label} id={provider?.id} example="Company directory" />
        <Field
          name="url"
          label="Address"
          value={config?.url}
          placeholder="ldaps://directory.example.org"
          pattern="ldaps?://.+"
          patternHint="ldaps:// or ldap://, then the host."
          hint="ldaps://, or ldap:// for a directory that takes StartTLS: passwords travel encrypted only."
          maxLength={2000}
          required
          mono
        />
        <BindFields config={config} hasSecret={provider?.has_secret ?? false} />
        <LinkingFields config={config} />
        <MoreFields label="More" names={MORE}>
          <div class="grid gap-4 sm:grid-cols-3">
            <Field name="subject_attribute" label="Subject" value={config?.subject_attribute ?? "entryUUID"} hint="What never changes of a person; objectGUID in Active Directory." {...ATTRIBUTE} required mono />
            <Field name="email_attribute" label="E-mail" value={config?.email_attribute ?? "mail"} {...ATTRIBUTE} required mono />
            <Field name="name_attribute" label="Name" value={config?.name_attribute ?? "cn"} {...ATTRIBUTE} required mono />
          </div>
          <Field name="timeout_seconds" label="Patience in seconds" type="number" value={String(config?.timeout_seconds ?? 5)} hint="1 to 30, for a whole sign-in." required />
          <CertificateField value={config?.ca_certificate} />
        </MoreFields>
        <CheckField name="enabled" label="Enabled" checked={provider?.enabled ?? true} hint="Offered on the sign-in page." />
        <TestFindings test={test} />
      </div>
      <DialogActions open={open} submit={provider ? "Save changes" : "Add provider"} busy={form.busy}>
        <TestButton test={test} test$={$((values: FormValues) => {
          const { bind_password, config: tried } = ldapInput(values)
          return testLdapProvider({ config: tried, ...(provider ? { id: provider.id } : {}), ...(bind_password === undefined ? {} : { bind_password }) })
        })} />
      </DialogActions>
    </Form>
  )
})

export const LdapDialog = component$<LdapDialogProps>((props) => (
  <Dialog open={props.open} title={props.provider ? `Change ${props.provider.label}` : "Add LDAP directory"} wide>
    <LdapForm {...props} />
  </Dialog>
))
