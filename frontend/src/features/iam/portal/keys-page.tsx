import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Row } from "~/client/contract"
import { ConfirmDialog, orGone, useAction } from "~/components/action"
import { KeyActions } from "~/components/action/key-actions"
import { BeginButtons } from "~/components/listing/begin-buttons"
import type { Beginning } from "~/components/listing/types"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import type { FormValues } from "~/components/ui/form"
import { NewKeyDialog } from "~/components/ui/new-key-dialog"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { date } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { createKey } from "./create-key"
import { KeyOfSpaceFields } from "./key-fields"
import { PortalPage } from "./portal-page"
import { hasPortalPermission, usePortal } from "./use-portal"

type Key = Row<"GET /api/portal/access-keys">

interface KeySubject {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly accountId: number
}

const placeOf = ({ id }: KeySubject) => ({ params: { key_id: id } })

const setActive = (subject: KeySubject, active: boolean): Promise<Key> =>
  callIn(subject, "PATCH /api/portal/access-keys/:key_id", { ...placeOf(subject), body: { active } })

const keysOf = async (accountId: number, signal?: AbortSignal): Promise<ReadonlyArray<Key>> =>
  (await callIn({ accountId }, "GET /api/portal/access-keys", { signal })).items

const OffText = component$<{ readonly subject: KeySubject }>(({ subject }) => (
  <p>Programs with the key {subject.label} are refused until you switch it on again.</p>
))

const DeleteText = component$<{ readonly subject: KeySubject }>(({ subject }) => (
  <p>Programs with the key {subject.label} are refused from now on. This cannot be undone.</p>
))

const HINTS = { never_used: "Never used", older_than_a_year: "Older than a year" } as const

/** The access logs do not tell the keys of a person apart. */
const LastUse = component$<{ readonly lastRequest: string | null; readonly loggedSince: string | null }>(
  ({ lastRequest, loggedSince }) =>
    lastRequest !== null ? (
      <>
        last request with any of your keys <Ago at={lastRequest} />
      </>
    ) : (
      <>{loggedSince === null ? "last use unknown" : `not used since ${date(loggedSince)}`}</>
    )
)

export const KeysPage = component$<{ readonly accountId: number }>(({ accountId }) => {
  const portal = usePortal()
  const creating = useSignal<object | null>(null)
  const keys = useLoaded($((signal: AbortSignal) => keysOf(accountId, signal)))
  const again$ = $(() => reload(keys))
  const off = useAction({
    run$: $((subject: KeySubject) => setActive(subject, false)),
    after$: again$,
    toast$: $((_: Key, { label }: KeySubject) => ({ text: `${label} is switched off` }))
  })
  const on = useAction({
    run$: $((subject: KeySubject) => setActive(subject, true)),
    after$: again$,
    toast$: $((_: Key, { label }: KeySubject) => ({ text: `${label} is switched on` }))
  })
  const remove = useAction({
    run$: $((subject: KeySubject) =>
      callIn(subject, "DELETE /api/portal/access-keys/:key_id", {
        params: { key_id: subject.id },
        query: { confirm_name: subject.name }
      })
    ),
    after$: again$,
    again$: $(async (subject: KeySubject) => {
      const stored = await orGone(keysOf(subject.accountId))
      return stored?.some(({ id }) => id === subject.id) ? subject : null
    }),
    toast$: $((_: unknown, { label }: KeySubject) => ({ text: `${label} is deleted` }))
  })
  const begin: ReadonlyArray<Beginning> = hasPortalPermission(portal, "access_keys.manage")
    ? [{ intent: "create", label: "Create key", icon: "plus", opens: creating }]
    : []
  return (
    <PortalPage title="Access keys" text="Programs use your storage with these.">
      {(keys.value?.length ?? 0) > 0 && (
        <span q:slot="actions" class="contents">
          <BeginButtons begin={begin} />
        </span>
      )}
      {keys.problem ? (
        <div class="grid justify-items-center pt-6">
          <ErrorState title="Your keys could not be loaded" problem={keys.problem} onRetry$={again$} />
        </div>
      ) : keys.value === null ? (
        <span class="skeleton block h-24" role="status" aria-label="Loading" />
      ) : keys.value.length === 0 ? (
        <div class="grid justify-items-center pt-6" data-testid="no-key">
          <EmptyState
            icon="key-round"
            title="No access key yet"
            text="With an access key, a program such as rclone or a backup tool uses your storage."
          >
            <BeginButtons begin={begin} />
          </EmptyState>
        </div>
      ) : (
        <ul class="card divide-y divide-line px-4" data-testid="keys" aria-label="Access keys">
          {keys.value.map((key) => (
            <li key={key.id} class="flex flex-wrap items-center gap-x-3 gap-y-2 py-3" data-testid="key">
              <span class="min-w-0 flex-1 basis-52">
                <span class="flex flex-wrap items-center gap-2">
                  <b class="font-medium wrap-anywhere">{key.label}</b>
                  <Badge text={key.active ? "Active" : "Switched off"} tone={key.active ? "ok" : "neutral"} />
                  {!key.confirmed && <Badge text="Not confirmed yet" tone="warn" />}
                  {key.hints.map((hint) => (
                    <Badge key={hint} text={HINTS[hint]} tone="warn" />
                  ))}
                </span>
                <code class="mt-1 block font-mono text-xs break-all text-ink-2">{key.access_key}</code>
                <span class="block text-xs break-all text-ink-3">
                  Bucket {key.bucket_name}, created <Ago at={key.created_at} />,{" "}
                  <LastUse lastRequest={key.last_request_at} loggedSince={key.logged_since} />
                </span>
              </span>
              <KeyActions
                accessKey={key.label}
                active={key.active}
                subject={{ id: key.id, name: key.access_key, label: key.label, accountId }}
                on={on}
                off={off}
                remove={remove}
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog action={off} id="portal-key-off" title="Switch off this key" button="Switch off" about={OffText} />
      <ConfirmDialog
        action={remove}
        id="portal-key-delete"
        title="Delete this key"
        button="Delete key"
        typed="name"
        about={DeleteText}
      />
      <NewKeyDialog
        open={creating}
        fields={KeyOfSpaceFields}
        create$={$((values: FormValues) =>
          createKey(accountId, Number(values["storage_space_id"]), values["label"] ?? "")
        )}
        onMade$={again$}
      />
    </PortalPage>
  )
})
