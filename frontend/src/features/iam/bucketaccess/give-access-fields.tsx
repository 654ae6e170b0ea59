import { component$, useSignal } from "@builder.io/qwik"
import { Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import {
  LEVELS,
  OTHER_RECIPIENTS,
  otherRecipient,
  RECIPIENTS,
  recipientKind,
  type RecipientKind
} from "./access-change"

/** Names of the account's IAM users, groups and roles, as far as they were read. */
export type IamNames = Readonly<Partial<Record<RecipientKind, ReadonlyArray<string>>>>

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const LINK_LEVELS = { read: LEVELS.read, upload: LEVELS.upload } as const

/** Fields of "Give access": who, where, what and until when. */
export const GiveAccessFields = component$<{ readonly values: FormValues; readonly names: IamNames }>(
  ({ names, values }) => {
    const chosen = useSignal(values["kind"] ?? "iam_group")
    const other = otherRecipient(chosen.value)
    const kind = recipientKind(chosen.value)
    const isAccount = kind === "account"
    const label = isAccount ? "RGW account id" : `Name of the ${RECIPIENTS[kind].replace("New ", "new ")}`
    return (
      <>
        <div
          onChange$={(event) => {
            if (event.target instanceof HTMLSelectElement) chosen.value = event.target.value
          }}
        >
          <SelectField
            name="kind"
            label="Who"
            options={optionsOf({ ...RECIPIENTS, ...OTHER_RECIPIENTS })}
            value={chosen.value}
          />
        </div>
        {other === null && (
          <>
            <Field
              name="name"
              label={label}
              required
              maxLength={128}
              mono
              autoFocus
              value={values["name"]}
              list="give-access-names"
              placeholder={isAccount ? "RGW12345678901234567" : undefined}
            />
            <datalist id="give-access-names">
              {names[kind]?.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
        {other === "person" ? (
          <p class="text-ink-2">
            People of this console work with the account as a whole: with its data right, a person reaches every bucket
            of it, and a folder cannot be given alone. Administrators give and revoke it on the page of the account.
          </p>
        ) : (
          <>
            <Field
              name="prefix"
              label="Folder"
              maxLength={900}
              mono
              placeholder="reports/2026/"
              value={values["prefix"]}
              hint={
                other === "link" ? "A link for downloads opens one folder." : "Leave it empty for the whole bucket."
              }
            />
            <SelectField
              key={other ?? "grant"}
              name="level"
              label="Access"
              options={optionsOf(other === "link" ? LINK_LEVELS : LEVELS)}
              value={values["level"] ?? "read"}
            />
          </>
        )}
        {other === null && (
          <Field
            name="until"
            label="Until"
            type="datetime-local"
            value={values["until"]}
            hint="In your local time. The gateway refuses requests from then on."
          />
        )}
      </>
    )
  }
)
