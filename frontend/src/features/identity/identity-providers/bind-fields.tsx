import { component$, useSignal } from "@builder.io/qwik"
import { Field, SelectField } from "~/components/ui/field"
import type { LdapProvider } from "./provider-row"
import { SecretField } from "./secret-field"

const MODES = [
  { value: "search", label: "Search for the person, then sign in as them" },
  { value: "direct", label: "Sign in directly by a pattern" }
]

interface BindFieldsProps {
  readonly config: LdapProvider["config"] | undefined
  readonly hasSecret: boolean
}

export const BindFields = component$<BindFieldsProps>(({ config, hasSecret }) => {
  const mode = useSignal<string>(config?.bind_mode ?? "search")
  return (
    <div class="grid gap-4">
      <div
        onChange$={(event: Event) => {
          mode.value = (event.target as HTMLSelectElement).value
        }}
      >
        <SelectField
          name="bind_mode"
          label="How people are found"
          options={MODES}
          value={config?.bind_mode ?? "search"}
        />
      </div>
      {mode.value === "search" ? (
        <>
          <div class="grid gap-4 sm:grid-cols-2">
            <Field
              name="base_dn"
              label="Base DN"
              hint="Where the search begins."
              value={config?.base_dn ?? ""}
              placeholder="ou=people,dc=example,dc=org"
              maxLength={1000}
              required
              mono
            />
            <Field
              name="user_filter"
              label="Filter"
              value={config?.user_filter ?? "(uid={username})"}
              hint="{username} stands for the name, escaped."
              pattern=".*\{username\}.*"
              patternHint="{username} has to be in it."
              maxLength={1000}
              required
              mono
            />
          </div>
          <div class="grid gap-4 sm:grid-cols-2">
            <Field
              name="bind_dn"
              label="Bind DN"
              value={config?.bind_dn ?? ""}
              placeholder="cn=reader,dc=example,dc=org"
              hint="Who may search the directory. Empty: nobody, where it lets everybody search."
              maxLength={1000}
              mono
            />
            <SecretField
              name="bind_password"
              label="Bind password"
              stored={hasSecret}
              hint="Stored encrypted, never shown again."
              without="Without a password from now on"
            />
          </div>
        </>
      ) : (
        <Field
          name="user_dn_template"
          label="Name in the directory"
          value={config?.user_dn_template ?? ""}
          placeholder="uid={username},ou=people,dc=example,dc=org"
          hint="{username} stands for the name, escaped."
          pattern=".*\{username\}.*"
          patternHint="{username} has to be in it."
          maxLength={1000}
          required
          mono
        />
      )}
    </div>
  )
})
