import { component$ } from "@builder.io/qwik"
import { Field } from "~/components/ui/field"

interface NewUserFieldsProps {
  readonly uidField: string
  readonly nameField: string
}

export const NewUserFields = component$<NewUserFieldsProps>(({ nameField, uidField }) => (
  <>
    <Field
      name={uidField}
      label="Uid"
      pattern="[A-Za-z0-9][A-Za-z0-9._@\-]{0,63}"
      patternHint="Up to 64 letters, digits, dots, hyphens, underscores or @, starting with a letter or digit."
      hint="Letters, digits, dots, hyphens; it cannot be changed later."
      required
      mono
      autoFocus
    />
    <Field name={nameField} label="Display name" maxLength={200} required />
    <Field name="email" label="E-mail" type="email" maxLength={320} />
  </>
))
