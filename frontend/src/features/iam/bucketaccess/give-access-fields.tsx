import { component$, useSignal } from "@builder.io/qwik"
import { Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { LEVELS, RECIPIENTS, recipientKind, type RecipientKind } from "./access-change"

/** Names of the account's IAM users, groups and roles, as far as they were read. */
export type IamNames = Readonly<Partial<Record<RecipientKind, ReadonlyArray<string>>>>

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Fields of "Give access": who, where, what and until when. */
export const GiveAccessFields = component$<{ readonly values: FormValues; readonly names: IamNames }>(
  ({ names, values }) => {
    const kind = useSignal<RecipientKind>(recipientKind(values["kind"]))
    const isAccount = kind.value === "account"
    return (
      <>
        <div
          onChange$={(event) => {
            if (event.target instanceof HTMLSelectElement) kind.value = recipientKind(event.target.value)
          }}
        >
          <SelectField name="kind" label="Who" options={optionsOf(RECIPIENTS)} value={kind.value} />
        </div>
        <Field
          name="name"
          label={isAccount ? "RGW account id" : `Name of the ${RECIPIENTS[kind.value].replace("New ", "new ")}`}
          required
          maxLength={128}
          mono
          autoFocus
          value={values["name"]}
          list="give-access-names"
          placeholder={isAccount ? "RGW12345678901234567" : undefined}
        />
        <datalist id="give-access-names">
          {names[kind.value]?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          name="prefix"
          label="Folder"
          maxLength={900}
          mono
          placeholder="reports/2026/"
          value={values["prefix"]}
          hint="Leave it empty for the whole bucket."
        />
        <SelectField name="level" label="Access" options={optionsOf(LEVELS)} value={values["level"] ?? "read"} />
        <Field
          name="until"
          label="Until"
          type="datetime-local"
          value={values["until"]}
          hint="In your local time. The gateway refuses requests from then on."
        />
      </>
    )
  }
)
