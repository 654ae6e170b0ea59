import { component$ } from "@builder.io/qwik"
import { AreaField } from "~/components/ui/area-field"
import { Field, SelectField } from "~/components/ui/field"

const YES_OR_NO = [
  { value: "", label: "Not set" },
  { value: "true", label: "Yes" },
  { value: "false", label: "No" }
] as const

export const ConditionFields = component$(() => (
  <details class="min-w-0">
    <summary class="cursor-pointer font-medium">Conditions: from where, when and how</summary>
    <div class="mt-3 grid min-w-0 gap-3">
      <Field name="source_ip" label="From address" mono maxLength={64} placeholder="203.0.113.7" />
      <Field
        name="time"
        label="At"
        mono
        maxLength={40}
        placeholder="2026-05-01T12:00:00Z"
        hint="A moment, as policies write it."
      />
      <SelectField name="mfa" label="Signed in with a second factor" options={YES_OR_NO} />
      <SelectField name="tls" label="Over TLS" options={YES_OR_NO} />
      <AreaField
        name="conditions"
        label="Other condition keys"
        rows={3}
        placeholder="s3:prefix=reports/"
        hint="One a line, as key=value. What is left out is not in the request."
      />
    </div>
  </details>
))
