import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { FieldsProps } from "~/components/action"
import { CheckField, Field } from "~/components/ui/field"
import { MoreFields } from "~/components/ui/more-fields"
import { AlgorithmFields } from "./algorithm-fields"
import { CertificateField } from "./certificate-field"
import { GroupMappingFields } from "./group-mapping-fields"
import { LinkingFields } from "./linking-fields"
import { NamingFields } from "./naming-fields"
import type { OidcProvider, ProviderRow } from "./provider-row"
import { RedirectUri } from "./redirect-uri"
import { SecretField } from "./secret-field"

const OidcFields = component$<FieldsProps<OidcProvider>>(({ row: provider }) => {
  const idInput = useSignal("")
  const origin = useSignal("")
  const config = provider?.config
  useVisibleTask$(
    () => {
      origin.value = window.location.origin
    },
    { strategy: "document-ready" }
  )
  return (
    <div
      class="grid gap-5"
      onInput$={(event: Event) => {
        const field = event.target as HTMLInputElement
        if (field.name === "id") idInput.value = field.value
      }}
    >
      <NamingFields label={provider?.label} id={provider?.id} example="Company account" />
      <Field
        name="issuer"
        label="Issuer"
        type="url"
        value={config?.issuer}
        placeholder="https://login.example.org/tenant"
        hint="Exactly what the provider calls itself. Its discovery document is below it."
        maxLength={2000}
        required
        mono
      />
      <div class="grid gap-4 sm:grid-cols-2">
        <Field name="client_id" label="Client id" value={config?.client_id} maxLength={500} required mono />
        <SecretField
          name="client_secret"
          label="Client secret"
          stored={provider?.has_secret ?? false}
          hint="Empty for a public client. Stored encrypted, never shown again."
          without="Without a secret from now on"
        />
      </div>
      <RedirectUri
        uri={provider?.redirect_uri ?? `${origin.value}/api/auth/oidc/${idInput.value || "<id>"}/callback`}
      />
      <LinkingFields config={config} />
      <GroupMappingFields mapping={config?.group_mapping} type="oidc" />
      <MoreFields label="More" names={["scopes", "ca_certificate", "allowed_algorithms"]}>
        <Field
          name="scopes"
          label="Scopes"
          value={(config?.scopes ?? ["openid", "email", "profile"]).join(" ")}
          hint="What is asked for, with spaces between; openid is needed."
          required
          mono
        />
        <CheckField
          name="use_userinfo"
          label="Ask UserInfo as well"
          checked={config?.use_userinfo ?? false}
          hint="For providers whose ID token has no e-mail address."
        />
        <AlgorithmFields allowed={config?.allowed_algorithms ?? ["RS256"]} />
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

export const OidcRowFields = component$<FieldsProps<ProviderRow>>(({ row }) => (
  <OidcFields row={row?.oidc ?? undefined} />
))
