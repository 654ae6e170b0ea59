import { $, component$, type QRL, useContext, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import { ActionButton, ConfirmDialog, EditDialog, useAction, useEditing } from "~/components/action"
import { FieldNote } from "~/components/ui/field"
import { FormContext, type FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { LinkPicker } from "~/features/identity/rights/link-picker"
import type { Option } from "~/features/identity/rights/linked"
import { useLocation } from "~/lib/route"
import { type Loaded, reload, useLoaded } from "~/lib/use-loaded"

type User = Answer<"GET /api/admin/s3-connections/:id/users">[number]
interface LinkedUser {
  readonly id: number
  readonly name: string
  readonly connection: number
}

const notChosen = () =>
  new ProblemError({
    status: 422,
    code: "not_chosen",
    title: "Nobody was chosen",
    detail: "",
    errors: [{ path: ["user_id"], message: "Choose a console user." }]
  })

const UnlinkText = component$<{ readonly subject: LinkedUser }>(({ subject }) => (
  <p>{subject.name} may no longer act as this connection. What they have open as it ends within seconds.</p>
))

const LinkFields = component$(() => {
  const { params } = useLocation()
  const form = useContext(FormContext)
  const connection = Number(params["id"])
  const linked = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/s3-connections/:id/users", { params: { id: connection }, signal }))
  )
  const selected = useSignal<Option | null>(null)
  const text = useSignal("")
  const error = form.fields["user_id"]
  return (
    <fieldset class="grid gap-3 px-5 py-4" aria-describedby={error ? `${form.id}-user_id-note` : undefined}>
      <legend class="sr-only">Console user</legend>
      <input type="hidden" name="user_id" value={selected.value?.id ?? ""} />
      {selected.value !== null && (
        <p class="flex items-center gap-3 rounded-ctl border border-line px-3 py-2" data-testid="chosen">
          <span class="min-w-0 flex-1">
            <span class="block font-medium break-words">{selected.value.name}</span>
            <span class="block text-xs break-all text-ink-3">{selected.value.hint}</span>
          </span>
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            onClick$={() => {
              selected.value = null
            }}
          >
            Choose another
          </button>
        </p>
      )}
      {selected.value === null && (
        <div>
          <LinkPicker
            kind="user"
            one="console user"
            many="console users"
            active
            text={text}
            linkedIds={(linked.value ?? []).map(({ user_id }) => user_id)}
            onPick$={(option: Option) => {
              selected.value = option
            }}
          />
        </div>
      )}
      <FieldNote
        id={`${form.id}-user_id-note`}
        error={error}
        hint="They act as this connection in Manager. A shared connection never opens in Browser."
      />
    </fieldset>
  )
})

interface LinkedUsersProps {
  readonly id: number
  readonly users: Loaded<ReadonlyArray<User>>
  readonly onChanged$: QRL<() => unknown>
}

export const LinkedUsers = component$<LinkedUsersProps>(({ id, onChanged$, users }) => {
  const linking = useEditing()
  const unlink = useAction({
    run$: $(({ connection, id, name }: LinkedUser) =>
      call("DELETE /api/admin/s3-connections/:id/users/:user_id", {
        params: { id: connection, user_id: id },
        query: { confirm_name: name }
      })
    ),
    after$: $(() => onChanged$()),
    done: "is unlinked"
  })
  return (
    <section class="mt-8" aria-labelledby="linked-users" data-testid="linked-users">
      <div class="mb-2.5 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div class="min-w-52 flex-1">
          <h2 id="linked-users" class="text-base font-semibold">
            Linked console users
          </h2>
          <p class="text-ink-2">They act as this connection in Manager.</p>
        </div>
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            linking.value = {}
          }}
        >
          <Icon name="user-plus" /> Link a console user
        </button>
      </div>
      {users.value === null && users.problem && (
        <div class="card grid place-items-center p-6">
          <ErrorState
            title="Linked console users could not be read"
            problem={users.problem}
            onRetry$={() => reload(users)}
          />
        </div>
      )}
      {users.value === null && !users.problem && (
        <div class="card grid gap-2 p-4" role="status" aria-label="Loading linked console users">
          <span class="skeleton h-4 w-48" />
        </div>
      )}
      {users.value?.length === 0 && (
        <p class="card px-4 py-3 text-ink-2">
          Nobody yet. Link a console user, and the connection appears in their Manager.
        </p>
      )}
      {users.value !== null && users.value.length > 0 && (
        <ul class="card divide-y divide-line">
          {users.value.map((user) => (
            <li key={user.user_id} class="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <span class="min-w-40 flex-1">
                <span class="block font-medium break-words">{user.full_name}</span>
                <span class="block text-xs break-all text-ink-3">
                  {user.email}
                  {user.is_active ? "" : " · deactivated"}
                </span>
              </span>
              <ActionButton
                action={unlink}
                on={{ id: user.user_id, name: user.email, connection: id }}
                asks
                label="Unlink"
                named={`Unlink ${user.email}`}
                class="btn-secondary btn-sm"
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog action={unlink} id="unlink-user" title="Unlink" named button="Unlink" about={UnlinkText} />
      <EditDialog
        id="link-user"
        open={linking}
        title="Link a console user"
        submit="Link"
        fields={LinkFields}
        save$={$((values: FormValues) => {
          if (!values["user_id"]) throw notChosen()
          return call("POST /api/admin/s3-connections/:id/users", {
            params: { id },
            body: { user_id: Number(values["user_id"]) }
          })
        })}
        after$={$(() => onChanged$())}
        toast$={$(({ email }: User) => ({ text: `${email} is linked` }))}
      />
    </section>
  )
})
