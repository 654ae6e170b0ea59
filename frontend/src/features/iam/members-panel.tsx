import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { successToast, useToasts } from "~/lib/toasts"
import { iamCommand } from "./commands"
import type { Holder } from "./entity"
import { openHref } from "./iam-href"
import { PickDialog } from "./pick-dialog"

interface Membership {
  readonly id: string
  readonly name: string
  readonly user: string
  readonly group: string
  readonly contextId: string
}

const at = ({ group, user }: Membership) => ({
  params: { group_name: group, user_name: user }
})
const membershipOf = ({ contextId, kind, name }: Holder, other: string): Membership => ({
  id: other,
  name: other,
  contextId,
  ...(kind === "users" ? { user: name, group: other } : { user: other, group: name })
})

const LeaveText = component$<{ readonly subject: Membership }>(({ subject }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid gap-3">
      <p>
        <b class="font-medium text-ink">{subject.user}</b> has no longer what the policies of{" "}
        <b class="font-medium text-ink">{subject.group}</b> give.
      </p>
      <CopyAs
        commands={[
          ...iamCommand(contexts.current?.endpoint_url ?? "", "remove-user-from-group", [
            ["group-name", subject.group],
            ["user-name", subject.user]
          ]),
          commandIn(subject, "DELETE /api/manager/iam/groups/:group_name/users/:user_name", at(subject))
        ]}
        about={`takes ${subject.user} out of ${subject.group}`}
      />
    </div>
  )
})

interface MembersProps {
  readonly holder: Holder
  readonly others: ReadonlyArray<string>
  readonly touched$: QRL<() => unknown>
}

export const MembersPanel = component$<MembersProps>(({ holder, others, touched$ }) => {
  const toasts = useToasts()
  const adding = useSignal<object | null>(null)
  const ofUser = holder.kind === "users"
  const leave = useAction({
    run$: $((subject: Membership) =>
      callIn(subject, "DELETE /api/manager/iam/groups/:group_name/users/:user_name", at(subject))
    ),
    after$: touched$,
    toast$: $((_: unknown, { group, user }: Membership) => ({ text: `${user} is no member of ${group} any more` }))
  })
  return (
    <section aria-label={ofUser ? "Groups" : "Members"}>
      <div class="mb-2 flex min-h-8 flex-wrap items-center gap-2">
        <p class="min-w-0 flex-1 basis-40 text-xs text-ink-3">
          {ofUser
            ? `What the policies of these groups allow, ${holder.name} may.`
            : `What the policies of ${holder.name} allow, these may.`}
        </p>
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            adding.value = {}
          }}
        >
          <Icon name="plus" /> {ofUser ? "Add to a group" : "Add an IAM user"}
        </button>
      </div>
      {others.length === 0 && <p class="text-ink-2">{ofUser ? "In no group." : "No members."}</p>}
      <ul data-testid="members">
        {others.map((other) => (
          <li key={other} class="flex items-center gap-3 border-t border-line py-2 first:border-0">
            <NavLink
              class="link min-w-0 flex-1 break-all"
              href={openHref(ofUser ? "groups" : "users", other, holder.contextId)}
            >
              {other}
            </NavLink>
            <ActionButton
              action={leave}
              on={membershipOf(holder, other)}
              asks
              label="Remove"
              named={ofUser ? `Remove from ${other}` : `Remove ${other}`}
              icon="x"
              class="btn-ghost btn-sm"
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        action={leave}
        id="iam-leave"
        title={ofUser ? `Take ${holder.name} out of` : "Take out"}
        named
        button={ofUser ? "Take out of the group" : "Take out"}
        about={LeaveText}
      />
      <PickDialog
        open={adding}
        title={ofUser ? `Add ${holder.name} to a group` : `Add an IAM user to ${holder.name}`}
        label={ofUser ? "Group" : "User"}
        submit={ofUser ? "Add to group" : "Add IAM user"}
        none={ofUser ? "There is no other group." : "There is no other IAM user."}
        load$={$(async () => {
          const { items } =
            holder.kind === "users"
              ? await callIn(holder, "GET /api/manager/iam/groups")
              : await callIn(holder, "GET /api/manager/iam/users")
          return items.filter(({ name }) => !others.includes(name)).map(({ name }) => ({ value: name, label: name }))
        })}
        save$={$(async (other: string) => {
          const membership = membershipOf(holder, other)
          await callIn(membership, "PUT /api/manager/iam/groups/:group_name/users/:user_name", at(membership))
          await touched$()
          successToast(toasts, { text: `${membership.user} is a member of ${membership.group}` })
        })}
      />
    </section>
  )
})
