import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { type Action, ConfirmDialog, orGone, useAction } from "~/components/action"
import { KeyActions } from "~/components/action/key-actions"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { reload, useLoaded } from "~/lib/use-loaded"
import { LastActivity } from "./activity"
import { NewKeyDialog } from "~/components/ui/new-key-dialog"
import type { Key, Owner } from "./on-gateway"
import { SettingSection } from "./section"
import { createKey, readKeys, removeKey, setKeyActive } from "./user-keys"

interface KeySubject {
  readonly connected: boolean
  readonly id: string
  readonly name: string
  readonly owner: Owner
}

const subjectOf = (key: Key, owner: Owner): KeySubject => ({
  id: key.access_key,
  name: key.access_key,
  owner,
  connected: key.connection_key
})

const Connected = component$(() => (
  <p class="alert alert-warn mt-3">
    <Icon name="triangle-alert" />
    <span>An S3 connection of Stowage uses this key, and fails without it.</span>
  </p>
))
const OffText = component$<{ readonly subject: KeySubject }>(({ subject }) => (
  <>
    <p>Whoever uses this key is refused until it is switched on again. Its secret stays as it is.</p>
    {subject.connected && <Connected />}
  </>
))
const DeleteText = component$<{ readonly subject: KeySubject }>(({ subject }) => (
  <>
    <p>
      Whoever uses this key is refused from now on. It cannot be brought back: switch it off first if you are not sure
      that nobody uses it.
    </p>
    {subject.connected && <Connected />}
  </>
))

interface KeyRowProps {
  readonly item: Key
  readonly owner: Owner
  readonly on: Action<KeySubject>
  readonly off: Action<KeySubject>
  readonly remove: Action<KeySubject>
}

/** Uses by this service only: RGW does not report others. */
const LastUse = (props: { readonly item: Key }) => {
  const { connection_key, console_key, endpoint_key, last_used_at } = props.item
  if (last_used_at !== null)
    return (
      <>
        Stowage last used it <Ago at={last_used_at} />
      </>
    )
  return (
    <>
      {console_key || endpoint_key || connection_key
        ? "no use of it by Stowage is recorded yet"
        : "it is not stored here, and the gateway does not tell when others use a key"}
    </>
  )
}

const KeyRow = component$<KeyRowProps>(({ item, off, on, owner, remove }) => {
  const subject = subjectOf(item, owner)
  const isUsedByStowage = item.console_key || item.endpoint_key
  return (
    <li class="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-0" data-testid="key">
      <span class="min-w-0 flex-1 basis-64">
        <span class="flex flex-wrap items-center gap-2">
          <code class="font-mono text-xs break-all">{item.access_key}</code>
          <Badge text={item.active ? "Active" : "Switched off"} tone={item.active ? "ok" : "neutral"} />
          {item.console_key && <Badge text="Used by Stowage" tone="info" />}
          {item.endpoint_key && <Badge text="Technical key" tone="info" />}
          {item.connection_key && <Badge text="In an S3 connection" tone="warn" />}
        </span>
        <span class="mt-1 block text-xs text-ink-3">
          {item.created_at === null ? (
            "The gateway does not say when it was created"
          ) : (
            <>
              Created <Ago at={item.created_at} />
            </>
          )}
          ; <LastUse item={item} />.
        </span>
        {isUsedByStowage && (
          <span class="mt-1 block text-xs text-ink-2">
            {item.console_key
              ? "Stowage acts as this RGW user by it"
              : "Stowage administers the storage endpoint by it"}
            : it is neither switched off nor deleted here, but{" "}
            {owner.gateway === undefined ? (
              <NavLink href="/admin/key-rotation" class="link">
                rotated
              </NavLink>
            ) : (
              "rotated in Admin"
            )}
            .
          </span>
        )}
      </span>
      {!isUsedByStowage && (
        <KeyActions
          accessKey={item.access_key}
          active={item.active}
          subject={subject}
          on={on}
          off={off}
          remove={remove}
        />
      )}
    </li>
  )
})

interface UserKeysProps {
  readonly owner: Owner
  readonly onChange$?: QRL<() => unknown>
}

export const UserKeys = component$<UserKeysProps>(({ onChange$, owner }) => {
  const keys = useLoaded($((signal: AbortSignal) => readKeys(owner, signal)))
  const creating = useSignal<object | null>(null)
  const again: QRL<() => void> = $(async () => {
    reload(keys)
    await onChange$?.()
  })
  const off = useAction({
    run$: $((subject: KeySubject) => setKeyActive(subject.owner, subject.id, false)),
    after$: again,
    toast$: $((_: unknown, { name }: KeySubject) => ({ text: `${name} is switched off` }))
  })
  const on = useAction({
    run$: $((subject: KeySubject) => setKeyActive(subject.owner, subject.id, true)),
    after$: again,
    toast$: $((_: unknown, { name }: KeySubject) => ({ text: `${name} works again` }))
  })
  const remove = useAction({
    run$: $((subject: KeySubject) => removeKey(subject.owner, subject.id)),
    after$: again,
    again$: $(async (subject: KeySubject) => {
      const storedKey = await orGone(readKeys(subject.owner))
      reload(keys)
      return storedKey?.some(({ access_key }) => access_key === subject.id) ? subject : null
    }),
    toast$: $(({ access_key }: { readonly access_key: string }) => ({
      text: `${access_key} is deleted`
    }))
  })
  const loadedKeys = keys.value
  return (
    <SettingSection
      title="Keys"
      text="By these, programs act as the RGW user. Secrets are shown once, when a key is created."
    >
      <button
        q:slot="action"
        type="button"
        class="btn btn-primary"
        onClick$={() => {
          creating.value = {}
        }}
      >
        <Icon name="plus" /> Create key
      </button>
      {owner.gateway === undefined && <LastActivity owner={owner} />}
      {keys.problem && (
        <div class="mb-3">
          <ErrorState title="The keys could not be read" problem={keys.problem} onRetry$={again} />
        </div>
      )}
      {loadedKeys === null ? (
        !keys.problem && (
          <div class="grid gap-3" role="status" aria-label="Loading">
            {[0, 1].map((line) => (
              <span key={line} class="skeleton block h-10" />
            ))}
          </div>
        )
      ) : (
        <ul data-testid="keys">
          {loadedKeys.map((item) => (
            <KeyRow
              key={item.access_key}
              item={item}
              owner={owner}
              on={on as Action<KeySubject>}
              off={off as Action<KeySubject>}
              remove={remove as unknown as Action<KeySubject>}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog action={off} id="key-off" title="Switch off" named button="Switch off" about={OffText} />
      <ConfirmDialog
        action={remove}
        id="key-delete"
        title="Delete"
        named
        button="Delete key"
        typed="name"
        about={DeleteText}
      />
      <NewKeyDialog open={creating} name={owner.name} create$={$(() => createKey(owner))} onMade$={again} />
    </SettingSection>
  )
})
