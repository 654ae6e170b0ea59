import { component$ } from "@builder.io/qwik"
import { Field, SelectField } from "~/components/ui/field"
import type { OidcProvider } from "./provider-row"

const POLICIES = [
  { value: "manual", label: "By hand: an administrator confirms each" },
  { value: "trusted_email", label: "By verified e-mail of trusted domains" }
]

type Config = Pick<OidcProvider["config"], "linking_policy" | "trusted_domains">

export const LinkingFields = component$<{ readonly config: Config | undefined }>(({ config }) => (
  <fieldset class="grid gap-4">
    <legend class="mb-3 w-full border-t border-line pt-4 text-ink-2">
      When somebody new has the e-mail address of an existing account
    </legend>
    <div class="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="linking_policy"
        label="They are linked"
        options={POLICIES}
        value={config?.linking_policy ?? "manual"}
        hint="Administrators are always linked by hand."
      />
      <Field
        name="trusted_domains"
        label="Trusted domains"
        value={config?.trusted_domains?.join(" ")}
        placeholder="example.org"
        hint="Whose addresses are believed, with spaces between."
        mono
      />
    </div>
  </fieldset>
))
