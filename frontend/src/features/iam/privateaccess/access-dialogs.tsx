import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import { callIn } from "~/client/call"
import { type Editing, EditDialog, type FieldsProps } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { AreaField } from "~/components/ui/area-field"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { ErrorState } from "~/components/ui/states"
import { reload, useLoaded } from "~/lib/use-loaded"
import { type Access, type Person, policyName, ACCESS_STATES } from "./access"

const POLICY = `{
  "Version": "2012-10-17",
  "Statement": [{ "Effect": "Allow", "Action": ["s3:GetObject", "s3:ListBucket"], "Resource": "*" }]
}`

const grantsOf = (values: FormValues) => {
  const ticked = (prefix: string) =>
    Object.keys(values)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
  return {
    groups: ticked("group:"),
    managed_policies: ticked("policy:"),
    inline_policies: ticked("document:").flatMap((number) => {
      const document = (values[`document:${number}`] ?? "").trim()
      return document === "" ? [] : [{ name: (values[`name:${number}`] ?? "").trim() || "own", document }]
    })
  }
}

const Waiting = () => (
  <div class="grid gap-2" role="status" aria-label="Loading">
    <span class="skeleton block h-6" />
    <span class="skeleton block h-6" />
  </div>
)

const RightsFields = component$<{ readonly contextId: string; readonly row: Access | undefined }>(
  ({ contextId, row }) => {
    const subject = useSignal(row)
    const choices = useLoaded(
      $(async (signal: AbortSignal) => {
        const [groups, policies] = await Promise.all([
          callIn({ contextId }, "GET /api/manager/iam/groups", { signal }),
          callIn({ contextId }, "GET /api/manager/iam/policies", { signal })
        ])
        return { groups: groups.items.map(({ name }) => name), policies: policies.items.map(({ arn }) => arn) }
      })
    )
    const own = subject.value?.inline_policies ?? []
    const groups = [...new Set([...(subject.value?.groups ?? []), ...(choices.value?.groups ?? [])])]
    const policies = [...new Set([...(subject.value?.managed_policies ?? []), ...(choices.value?.policies ?? [])])]
    return (
      <>
        {choices.problem && (
          <ErrorState
            title="Groups and policies could not be read"
            problem={choices.problem}
            onRetry$={$(() => reload(choices))}
          />
        )}
        {choices.value === null && !choices.problem && <Waiting />}
        {policies.length > 0 && (
          <fieldset class="grid gap-1">
            <legend class="mb-1 font-medium">Policies</legend>
            {policies.map((arn) => (
              <CheckField
                key={arn}
                name={`policy:${arn}`}
                label={policyName(arn)}
                checked={subject.value?.managed_policies.includes(arn) ?? false}
              />
            ))}
          </fieldset>
        )}
        {(groups.length > 0 || choices.value !== null) && (
          <fieldset class="grid gap-1">
            <legend class="mb-1 font-medium">IAM groups</legend>
            {groups.length === 0 && <p class="text-xs text-ink-3">The account has no group.</p>}
            {groups.map((name) => (
              <CheckField
                key={name}
                name={`group:${name}`}
                label={name}
                checked={subject.value?.groups.includes(name) ?? false}
              />
            ))}
          </fieldset>
        )}
        {[...own, { name: own.length === 0 ? "own" : "", document: "" }].map(({ document, name }, number) => (
          <fieldset key={`${number} ${name}`} class="grid gap-3 rounded-ctl border border-line p-3">
            <legend class="px-1 font-medium">
              {document === "" ? "A policy of its own" : `Its own policy ${name}`}
            </legend>
            <Field name={`name:${number}`} label="Name" value={name} maxLength={128} mono />
            <AreaField
              name={`document:${number}`}
              label="Document"
              value={document}
              rows={5}
              placeholder={POLICY}
              hint="JSON, at most 6 KiB. Left empty, there is none of this name."
            />
          </fieldset>
        ))}
      </>
    )
  }
)

const calledOf = ({ email, full_name }: Person) => (full_name === "" ? email : `${full_name} (${email})`)

const PersonField = component$<{ readonly contextId: string }>(({ contextId }) => {
  const people = useLoaded(
    $(
      async (signal: AbortSignal) =>
        (await callIn({ contextId }, "GET /api/manager/private-access/people", { signal })).items
    )
  )
  return (
    <>
      {people.value === null && !people.problem && <Waiting />}
      {people.problem && (
        <ErrorState title="People could not be read" problem={people.problem} onRetry$={$(() => reload(people))} />
      )}
      {people.value !== null && (
        <>
          <SelectField
            name="user_id"
            label="Person"
            options={people.value
              .filter(({ obstacle }) => obstacle === null)
              .map((person) => ({ value: String(person.user_id), label: calledOf(person) }))}
            hint="Whoever is linked to the account, themselves or by a group."
          />
          {people.value.some(({ obstacle }) => obstacle !== null) && (
            <p class="text-xs text-ink-2" data-testid="without-data">
              {people.value
                .filter(({ obstacle }) => obstacle !== null)
                .map(calledOf)
                .join(", ")}
              : they manage the account without access to its data. An administrator has to allow that first.
            </p>
          )}
        </>
      )}
    </>
  )
})

const GrantFields = component$(() => {
  const { contexts } = useScope()
  const contextId = contexts.current?.id
  return (
    <div class="grid gap-4 px-5 py-4">
      <p class="text-ink-2">
        An IAM user of the account with a key of its own, which becomes a private S3 connection of that person. Nobody
        is shown the key.
      </p>
      {/* a URL can open this dialog before the context is known */}
      {contextId === undefined ? <Waiting /> : <PersonField key={`person ${contextId}`} contextId={contextId} />}
      <Field
        name="connection_name"
        label="Name of their S3 connection"
        maxLength={100}
        hint="Left empty, it is called after the account."
      />
      {contextId !== undefined && <RightsFields key={`rights ${contextId}`} contextId={contextId} row={undefined} />}
    </div>
  )
})

const ChangeFields = component$<FieldsProps<Access>>(({ row }) => {
  const { contexts } = useScope()
  return (
    <div class="grid gap-4 px-5 py-4">
      <RightsFields contextId={contexts.current?.id ?? ""} row={row} />
    </div>
  )
})

interface DialogProps {
  readonly open: Signal<Editing<Access> | null>
  readonly listing: ListingState
}

const notificationOf = ({ person, problem, state }: Access) =>
  state === "active"
    ? { text: `Private access of ${person} is set up` }
    : {
        tone: "danger" as const,
        text: `Private access of ${person}: ${ACCESS_STATES[state].text.toLowerCase()}`,
        detail: `${problem ?? "The gateway has not confirmed it"}. It is tried again by itself.`
      }

export const GrantAccessDialog = component$<DialogProps>(({ listing, open }) => {
  const scope = useScope()
  return (
    <EditDialog
      id="grant-access"
      open={open}
      title="Give private access"
      submit="Give private access"
      wide
      fields={GrantFields}
      listing={listing}
      save$={$((values: FormValues) => {
        const name = (values["connection_name"] ?? "").trim()
        return callIn(scope, "POST /api/manager/private-access", {
          body: {
            user_id: Number(values["user_id"]),
            ...(name === "" ? {} : { connection_name: name }),
            ...grantsOf(values)
          }
        })
      })}
      toast$={$((access: Access) => notificationOf(access))}
    />
  )
})

export const ChangeAccessDialog = component$<DialogProps>(({ listing, open }) => {
  const scope = useScope()
  return (
    <EditDialog
      id="change-access"
      open={open}
      title="Change"
      submit="Save changes"
      wide
      fields={ChangeFields}
      listing={listing}
      save$={$((values: FormValues, row: Access | undefined) =>
        callIn(scope, "PUT /api/manager/private-access/:access_id", {
          params: { access_id: row?.id ?? 0 },
          body: { ...grantsOf(values), version: row?.version ?? 0 }
        })
      )}
      toast$={$((saved: Access) => notificationOf(saved))}
    />
  )
})
