import { component$ } from "@builder.io/qwik"
import { CheckField, Field } from "~/components/ui/field"

interface SecretFieldProps {
  readonly name: "client_secret" | "bind_password"
  readonly label: string
  readonly stored: boolean
  readonly hint: string
  readonly without: string
}

export const SecretField = component$<SecretFieldProps>(({ hint, label, name, stored, without }) => (
  <div class="grid content-start gap-2">
    <Field
      name={name}
      label={label}
      type="password"
      maxLength={10_000}
      autoComplete="new-password"
      placeholder={stored ? "Stored" : ""}
      hint={stored ? "Leave empty to keep the stored one." : hint}
      mono
    />
    {stored && <CheckField name="forget_secret" label={without} />}
  </div>
))
