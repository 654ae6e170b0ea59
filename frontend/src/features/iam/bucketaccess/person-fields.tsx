import { $, component$, useContext, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { FieldNote, SelectField } from "~/components/ui/field"
import { FormContext, type FormValues } from "~/components/ui/form"
import { ErrorState } from "~/components/ui/states"
import { LinkPicker } from "~/features/identity/rights/link-picker"
import type { Option } from "~/features/identity/rights/linked"
import { reload, useLoaded } from "~/lib/use-loaded"

interface PersonFieldProps {
  readonly contextId: string
  readonly values: FormValues
  readonly administers: boolean
}

interface Named {
  readonly email: string
  readonly full_name: string
}
const calledOf = ({ email, full_name }: Named) => (full_name === "" ? email : `${full_name} (${email})`)

export const PersonField = component$<PersonFieldProps>(({ administers, contextId, values }) => {
  const people = useLoaded(
    $(
      async (signal: AbortSignal) =>
        (await callIn({ contextId }, "GET /api/manager/private-access/people", { signal })).items
    )
  )
  const able = people.value?.filter(({ obstacle }) => obstacle === null) ?? []
  const unable = people.value?.filter(({ obstacle }) => obstacle !== null) ?? []
  return (
    <div class="grid min-w-0 gap-2" data-testid="give-person">
      {people.value === null && !people.problem && (
        <span class="skeleton block h-8" role="status" aria-label="Loading" />
      )}
      {people.problem && (
        <ErrorState
          title="Private access cannot be given here"
          problem={people.problem}
          onRetry$={$(() => reload(people))}
        />
      )}
      {people.value !== null && (
        <>
          <SelectField
            name="user_id"
            label="Person"
            options={[
              ...(able.length === 1 ? [] : [{ value: "", label: "Choose a person" }]),
              ...able.map((person) => ({ value: String(person.user_id), label: calledOf(person) }))
            ]}
            value={values["user_id"]}
            hint={
              "They get private access to this bucket or folder alone: an S3 connection of their own. Listed is who " +
              "has an association with the account." +
              (administers ? "" : " Only administrators give associations to others.")
            }
          />
          {unable.length > 0 && (
            <p class="text-xs wrap-anywhere text-ink-2">
              Not offered: {unable.map(calledOf).join(", ")}. They manage the account without access to its data; only
              an administrator can allow that.
            </p>
          )}
        </>
      )}
    </div>
  )
})

const SUBJECTS = [
  { value: "user", label: "Person" },
  { value: "group", label: "Group of people" }
]

export const AssociationFields = component$<{ readonly values: FormValues }>(({ values }) => {
  const form = useContext(FormContext)
  const kind = useSignal<"user" | "group">(values["subject_kind"] === "group" ? "group" : "user")
  const chosen = useSignal<Option | null>(
    values["subject_id"] === undefined || values["subject_id"] === ""
      ? null
      : { id: Number(values["subject_id"]), name: values["subject_name"] ?? "", hint: "" }
  )
  const text = useSignal("")
  const isGroup = kind.value === "group"
  const error = form.fields["subject_id"]
  return (
    <div class="grid min-w-0 gap-3" data-testid="give-association">
      <div
        onChange$={(event) => {
          if (!(event.target instanceof HTMLSelectElement)) return
          kind.value = event.target.value === "group" ? "group" : "user"
          chosen.value = null
        }}
      >
        <SelectField name="subject_kind" label="Kind" options={SUBJECTS} value={kind.value} />
      </div>
      <input type="hidden" name="subject_id" value={chosen.value === null ? "" : String(chosen.value.id)} />
      <input type="hidden" name="subject_name" value={chosen.value?.name ?? ""} />
      {chosen.value === null ? (
        <div class="min-w-0">
          <LinkPicker
            key={kind.value}
            kind={kind.value}
            one={isGroup ? "group" : "console user"}
            many={isGroup ? "groups" : "console users"}
            linkedIds={[]}
            text={text}
            active
            onPick$={(option: Option) => {
              chosen.value = option
            }}
          />
          <FieldNote id="subject-note" error={error} hint={undefined} />
        </div>
      ) : (
        <p class="flex flex-wrap items-center gap-2">
          <span class="font-medium wrap-anywhere">{chosen.value.name}</span>
          <span class="text-ink-3 wrap-anywhere">{chosen.value.hint}</span>
          <button
            type="button"
            class="btn btn-ghost"
            onClick$={() => {
              chosen.value = null
            }}
          >
            Choose another
          </button>
        </p>
      )}
      <p class="alert alert-warn">
        <span class="min-w-0">
          People have no rights of their own in a single bucket. This makes them account administrator: it opens every
          bucket of the account, and its IAM. To give one bucket or folder, choose “Person of this console”.
        </span>
      </p>
    </div>
  )
})
