import { component$, useSignal } from "@builder.io/qwik"
import { ComboField } from "~/components/ui/combo-field"
import { Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import {
  ACCESS_LEVELS,
  OTHER_RECIPIENTS,
  otherRecipient,
  RECIPIENT_LABELS,
  recipientKind,
  type RecipientKind
} from "./access-change"
import { AssociationFields, PersonField } from "./person-fields"

export type IamNames = Readonly<Partial<Record<RecipientKind, ReadonlyArray<string>>>>

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const { link, person } = OTHER_RECIPIENTS
const WITHOUT_ACCOUNT = { person, link } as const

const LINK_LEVELS = { read: ACCESS_LEVELS.read, upload: ACCESS_LEVELS.upload } as const

interface FieldsProps {
  readonly values: FormValues
  readonly names: IamNames
  readonly contextId: string
  readonly administers: boolean
}

export const GiveAccessFields = component$<FieldsProps>(({ administers, contextId, names, values }) => {
  const chosen = useSignal(values["kind"] ?? "iam_group")
  const other = otherRecipient(chosen.value)
  const kind = recipientKind(chosen.value)
  const isAccount = kind === "account"
  const label = isAccount ? "RGW account id" : `Name of the ${RECIPIENT_LABELS[kind].replace("New ", "new ")}`
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
          options={optionsOf({ ...RECIPIENT_LABELS, ...(administers ? OTHER_RECIPIENTS : WITHOUT_ACCOUNT) })}
          value={chosen.value}
        />
      </div>
      {other === null && (
        <ComboField
          key={kind}
          name="name"
          label={label}
          required
          maxLength={128}
          mono
          autoFocus
          options={(names[kind] ?? []).map((name) => ({ value: name, label: name }))}
          {...(values["name"] === undefined ? {} : { value: values["name"] })}
          {...(isAccount ? { placeholder: "RGW12345678901234567" } : {})}
        />
      )}
      {other === "person" && <PersonField contextId={contextId} values={values} administers={administers} />}
      {other === "association" ? (
        <AssociationFields values={values} />
      ) : (
        <>
          <Field
            name="prefix"
            label="Folder"
            maxLength={900}
            mono
            placeholder="reports/2026/"
            value={values["prefix"]}
            hint={other === "link" ? "A link for downloads opens one folder." : "Leave it empty for the whole bucket."}
          />
          <SelectField
            key={other ?? "grant"}
            name="level"
            label="Access"
            options={optionsOf(other === "link" ? LINK_LEVELS : ACCESS_LEVELS)}
            value={values["level"] ?? "read"}
          />
        </>
      )}
      {(other === null || other === "person") && (
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
})
