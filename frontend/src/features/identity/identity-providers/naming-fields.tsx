import { component$ } from "@builder.io/qwik"
import { Field } from "~/components/ui/field"

export const NamingFields = component$<{
  readonly label: string | undefined
  readonly id: string | undefined
  readonly example: string
}>(({ example, id, label }) => (
  <div class="grid gap-4 sm:grid-cols-2">
    <Field
      name="label"
      label="Label"
      value={label}
      placeholder={example}
      maxLength={100}
      hint="On the sign-in page."
      required
      autoFocus={id === undefined}
    />
    {id === undefined ? (
      <Field
        name="id"
        label="Id"
        pattern="[a-z0-9][a-z0-9\-]{0,62}"
        patternHint="Up to 63 lower-case letters, digits and hyphens, starting with a letter or digit."
        hint="Part of addresses; it cannot be changed later."
        required
        mono
      />
    ) : (
      <div>
        <p class="mb-1 font-medium">Id</p>
        <p class="flex h-8 items-center font-mono text-xs text-ink-2">{id}</p>
      </div>
    )}
  </div>
))
