import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ConfirmDialog, orGone, useAction } from "~/components/action"
import { KeyActions } from "~/components/action/key-actions"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { NewKeyDialog } from "~/components/ui/new-key-dialog"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { holderCommand, iamCommand } from "./commands"
import type { Holder, IamKey } from "./entity"

interface KeySubject {
  readonly id: string
  readonly name: string
  readonly user: string
  readonly contextId: string
}

const atKey = ({ id, user }: KeySubject) => ({
  params: { user_name: user, access_key: id }
})

const atUser = ({ name }: Holder) => ({
  params: { user_name: name }
})

const OffText = component$<{ readonly subject: KeySubject }>(({ subject }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid gap-3">
      <p>Whoever uses this key is refused until it is switched on again. Its secret stays as it is.</p>
      <CopyAs
        commands={[
          ...iamCommand(contexts.current?.endpoint_url ?? "", "update-access-key", [
            ["user-name", subject.user],
            ["access-key-id", subject.id],
            ["status", "Inactive"]
          ]),
          commandIn(subject, "PATCH /api/manager/iam/users/:user_name/keys/:access_key", {
            ...atKey(subject),
            body: { active: false }
          })
        ]}
        about={`switches ${subject.id} off`}
      />
    </div>
  )
})

const DeleteText = component$<{ readonly subject: KeySubject }>(({ subject }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid gap-3">
      <p>
        Whoever uses this key of {subject.user} is refused from now on. It cannot be brought back: switch it off first
        if you are not sure that nobody uses it.
      </p>
      <CopyAs
        commands={[
          ...iamCommand(contexts.current?.endpoint_url ?? "", "delete-access-key", [
            ["user-name", subject.user],
            ["access-key-id", subject.id]
          ]),
          commandIn(subject, "DELETE /api/manager/iam/users/:user_name/keys/:access_key", {
            params: { user_name: subject.user, access_key: subject.id },
            query: { confirm_name: subject.id }
          })
        ]}
        about={`deletes ${subject.id}`}
      />
    </div>
  )
})

interface KeysProps {
  readonly holder: Holder
  readonly keys: ReadonlyArray<IamKey>
  readonly touched$: QRL<() => unknown>
}

export const KeysPanel = component$<KeysProps>(({ holder, keys, touched$ }) => {
  const contexts = useExecutionContexts()
  const creating = useSignal<object | null>(null)
  const off = useAction({
    run$: $((subject: KeySubject) =>
      callIn(subject, "PATCH /api/manager/iam/users/:user_name/keys/:access_key", {
        ...atKey(subject),
        body: { active: false }
      })
    ),
    after$: touched$,
    toast$: $((_: unknown, { name }: KeySubject) => ({ text: `${name} is switched off` }))
  })
  const on = useAction({
    run$: $((subject: KeySubject) =>
      callIn(subject, "PATCH /api/manager/iam/users/:user_name/keys/:access_key", {
        ...atKey(subject),
        body: { active: true }
      })
    ),
    after$: touched$,
    toast$: $((_: unknown, { name }: KeySubject) => ({ text: `${name} works again` }))
  })
  const remove = useAction({
    run$: $((subject: KeySubject) =>
      callIn(subject, "DELETE /api/manager/iam/users/:user_name/keys/:access_key", {
        params: { user_name: subject.user, access_key: subject.id },
        query: { confirm_name: subject.id }
      })
    ),
    after$: touched$,
    again$: $(async (subject: KeySubject) => {
      const stored = await orGone(
        callIn(subject, "GET /api/manager/iam/users/:user_name/keys", { params: { user_name: subject.user } })
      )
      await touched$()
      return stored?.items.some(({ access_key }) => access_key === subject.id) ? subject : null
    }),
    toast$: $((_: unknown, { name }: KeySubject) => ({ text: `${name} is deleted` }))
  })
  const endpoint = contexts.current?.endpoint_url ?? ""
  return (
    <section aria-label="Keys">
      <div class="mb-2 flex min-h-8 flex-wrap items-center gap-2">
        <p class="min-w-0 flex-1 basis-40 text-xs text-ink-3">
          By these, programs act as {holder.name}. When one was last used, the gateway does not tell.
        </p>
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            creating.value = {}
          }}
        >
          <Icon name="plus" /> Create key
        </button>
      </div>
      {keys.length === 0 && <p class="text-ink-2">No key: nobody can act as {holder.name} yet.</p>}
      <ul data-testid="keys">
        {keys.map(({ access_key, active, created_at }) => {
          const subject: KeySubject = {
            id: access_key,
            name: access_key,
            user: holder.name,
            contextId: holder.contextId
          }
          return (
            <li
              key={access_key}
              class="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-0"
              data-testid="key"
            >
              <span class="min-w-0 flex-1 basis-52">
                <span class="flex flex-wrap items-center gap-2">
                  <code class="font-mono text-xs break-all">{access_key}</code>
                  <Badge text={active ? "Active" : "Switched off"} tone={active ? "ok" : "neutral"} />
                </span>
                <span class="mt-1 block text-xs text-ink-3">
                  {created_at === null ? (
                    "The gateway does not say when it was made"
                  ) : (
                    <>
                      Made <Ago at={created_at} />
                    </>
                  )}
                </span>
              </span>
              <KeyActions accessKey={access_key} active={active} subject={subject} on={on} off={off} remove={remove} />
            </li>
          )
        })}
      </ul>
      <ConfirmDialog action={off} id="iam-key-off" title="Switch off" named button="Switch off" about={OffText} />
      <ConfirmDialog
        action={remove}
        id="iam-key-delete"
        title="Delete"
        named
        button="Delete key"
        typed="name"
        about={DeleteText}
      />
      <NewKeyDialog
        open={creating}
        name={holder.name}
        commands={[
          ...holderCommand(endpoint, "create-access-key", holder),
          commandIn(holder, "POST /api/manager/iam/users/:user_name/keys", atUser(holder))
        ]}
        create$={$(async () => {
          const key = await callIn(holder, "POST /api/manager/iam/users/:user_name/keys", atUser(holder))
          return { ...key, ...(endpoint === "" ? {} : { endpoint }) }
        })}
        onMade$={touched$}
      />
    </section>
  )
})
