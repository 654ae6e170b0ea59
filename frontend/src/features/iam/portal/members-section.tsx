import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Row } from "~/client/contract"
import { ActionButton, ConfirmDialog, EditDialog, type FieldsProps, useAction, useEditing } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { ChoiceField } from "~/components/ui/choice-field"
import { SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useLocation } from "~/lib/route"
import { useScope } from "~/lib/scope"
import { PanelPart } from "../part"
import { RIGHT_OPTIONS, SPACE_RIGHTS, parseRight } from "./space"

type Member = Row<"GET /api/portal/spaces/:space_id/members">

interface MemberSubject {
  readonly id: number
  readonly name: string
  readonly accountId: number
  readonly spaceId: number
}

const nameOf = ({ email, full_name }: Pick<Member, "email" | "full_name">) =>
  full_name === "" ? email : `${full_name} (${email})`

const RemoveText = component$<{ readonly subject: MemberSubject }>(({ subject }) => (
  <p>{subject.name} and the programs that use their keys lose access to this space.</p>
))

const MemberFields = component$<FieldsProps<Member>>(({ row }) => {
  const scope = useScope()
  const { params } = useLocation()
  return (
    <div class="grid gap-4 px-5 py-4">
      {row === undefined && (
        <ChoiceField
          name="user_id"
          label="Person"
          load$={$(async () => {
            const { items } = await callIn(scope, "GET /api/portal/spaces/:space_id/people", {
              params: { space_id: Number(params["id"]) }
            })
            return items.map((person) => ({ value: String(person.user_id), label: nameOf(person) }))
          })}
        >
          Everybody with a Portal role in this account is a member. An administrator adds people.
        </ChoiceField>
      )}
      <SelectField name="right" label="Right" options={RIGHT_OPTIONS} value={row?.right ?? "read"} />
    </div>
  )
})

export const MembersSection = component$<{
  readonly accountId: number
  readonly spaceId: number
  readonly isPrivate: boolean
}>(({ accountId, isPrivate, spaceId }) => {
  const editing = useEditing<Member>()
  const members = useLoaded(
    $((signal: AbortSignal) =>
      callIn({ accountId }, "GET /api/portal/spaces/:space_id/members", { params: { space_id: spaceId }, signal })
    )
  )
  const again$ = $(() => reload(members))
  const remove = useAction({
    run$: $(({ accountId, id, spaceId }: MemberSubject) =>
      callIn({ accountId }, "DELETE /api/portal/spaces/:space_id/members/:user_id", {
        params: { space_id: spaceId, user_id: id }
      })
    ),
    after$: again$,
    toast$: $((_: unknown, { name }: MemberSubject) => ({ text: `${name} is removed` }))
  })
  return (
    // outside of `Part`, which shows its slot later: a dialog there would exist twice
    <div>
      <PanelPart title="Members" ready={members.value !== null} problem={members.problem} onRetry$={again$}>
        {!isPrivate && (
          <button
            q:slot="action"
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              editing.value = {}
            }}
          >
            <Icon name="user-plus" /> Add member
          </button>
        )}
        {isPrivate && <p class="mb-2 text-ink-2">A private space has one member.</p>}
        {members.value?.items.length === 0 && <p class="text-ink-2">Nobody can use this space yet.</p>}
        <ul class="card divide-y divide-line px-4 empty:hidden" data-testid="members" aria-label="Members">
          {members.value?.items.map((member) => (
            <li key={member.user_id} class="flex flex-wrap items-center gap-x-3 gap-y-2 py-3" data-testid="member">
              <span class="min-w-0 flex-1 basis-48">
                <b class="block font-medium wrap-anywhere">{member.full_name || member.email}</b>
                {member.full_name !== "" && <span class="block text-xs break-all text-ink-3">{member.email}</span>}
              </span>
              <Badge text={SPACE_RIGHTS[member.right]} />
              {member.access === null ? (
                <Badge text="No Portal role" tone="warn" />
              ) : (
                member.access.state !== "active" && <Badge text="Not set up yet" tone="warn" />
              )}
              {!isPrivate && (
                <span class="flex gap-2">
                  <button
                    type="button"
                    class="btn btn-secondary btn-sm"
                    aria-label={`Change the right of ${member.email}`}
                    onClick$={() => {
                      editing.value = { row: member, name: `the right of ${member.email}` }
                    }}
                  >
                    <Icon name="pencil" /> Change
                  </button>
                  <ActionButton
                    action={remove}
                    on={{ id: member.user_id, name: member.email, accountId, spaceId }}
                    asks
                    label="Remove"
                    named={`Remove ${member.email}`}
                    icon="x"
                    class="btn-secondary btn-sm text-danger"
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
        {members.value?.former.map(({ access, email }) => (
          <p key={email} class="alert alert-warn mt-3" role="status" data-testid="former-member">
            <Icon name="triangle-alert" />
            <span class="min-w-0 wrap-anywhere">
              {email} was removed, but keys of theirs may still open this space: the gateway has not confirmed it. It is
              tried again by itself. {access.problem}
            </span>
          </p>
        ))}
      </PanelPart>
      <ConfirmDialog
        action={remove}
        id="remove-member"
        title="Remove"
        named
        button="Remove member"
        about={RemoveText}
      />
      <EditDialog
        id="space-member"
        open={editing}
        title="Add member"
        submit="Add member"
        fields={MemberFields}
        save$={$((values: FormValues, row: Member | undefined) =>
          callIn({ accountId }, "PUT /api/portal/spaces/:space_id/members/:user_id", {
            params: { space_id: spaceId, user_id: row?.user_id ?? Number(values["user_id"]) },
            body: { right: parseRight(values["right"]) }
          })
        )}
        after$={again$}
        toast$={$(({ access, email }: Member) =>
          access?.state === "active"
            ? { text: `${email} can use this space` }
            : {
                tone: "info",
                text: `${email} is added`,
                detail: "The gateway has not confirmed it yet. It is tried again."
              }
        )}
      />
    </div>
  )
})
