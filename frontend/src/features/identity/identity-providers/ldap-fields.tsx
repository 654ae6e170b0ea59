import { component$ } from "@builder.io/qwik"
import type { FieldsProps } from "~/components/action"
import { CheckField, Field } from "~/components/ui/field"
import { MoreFields } from "~/components/ui/more-fields"
import { BindFields } from "./bind-fields"
import { CertificateField } from "./certificate-field"
import { GroupMappingFields } from "./group-mapping-fields"
import { LinkingFields } from "./linking-fields"
import { NamingFields } from "./naming-fields"
import type { LdapProvider, ProviderRow } from "./provider-row"

const MORE = ["subject_attribute", "email_attribute", "name_attribute", "timeout_seconds", "ca_certificate"]
const ATTRIBUTE = {
  pattern: "[A-Za-z][A-Za-z0-9\\-]{0,62}",
  patternHint: "Letters, digits and hyphens, starting with a letter."
}

const LdapFields = component$<FieldsProps<LdapProvider>>(({ row: provider }) => {
  const config = provider?.config
  return (
    <div class="grid gap-5">
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
      <GroupMappingFields mapping={config?.group_mapping} type="ldap" />
      <MoreFields label="More" names={MORE}>
        <div class="grid gap-4 sm:grid-cols-3">
          <Field
            name="subject_attribute"
            label="Subject"
            value={config?.subject_attribute ?? "entryUUID"}
            hint="What never changes of a person; objectGUID in Active Directory."
            {...ATTRIBUTE}
            required
            mono
          />
          <Field
            name="email_attribute"
            label="E-mail"
            value={config?.email_attribute ?? "mail"}
            {...ATTRIBUTE}
            required
            mono
          />
          <Field
            name="name_attribute"
            label="Name"
            value={config?.name_attribute ?? "cn"}
            {...ATTRIBUTE}
            required
            mono
          />
        </div>
        <Field
          name="timeout_seconds"
          label="Patience in seconds"
          type="number"
          value={String(config?.timeout_seconds ?? 5)}
          hint="1 to 30, for a whole sign-in."
          required
        />
        <CertificateField value={config?.ca_certificate} />
      </MoreFields>
      <CheckField
        name="enabled"
        label="Enabled"
        checked={provider?.enabled ?? true}
        hint="Offered on the sign-in page."
      />
    </div>
  )
})

export const LdapRowFields = component$<FieldsProps<ProviderRow>>(({ row }) => (
  <LdapFields row={row?.ldap ?? undefined} />
))
