import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { type ClusterKey, isUsedByStowage, KeyStateCell, KeyUsesCell } from "./cluster-key"

interface Subject {
  readonly id: string
  readonly name: string
  readonly contextId: string
  readonly connected: boolean
}

const whereOf = ({ id }: Subject) => ({ params: { access_key: id } })

const Connected = component$(() => (
  <p class="alert alert-warn mt-3">
    <Icon name="triangle-alert" />
    <span>An S3 connection of Stowage uses this key, and fails without it.</span>
  </p>
))
const OffText = component$<{ readonly subject: Subject }>(({ subject }) => (
  <>
    <p>Whoever uses this key is refused until it is switched on again. Its secret stays as it is.</p>
    {subject.connected && <Connected />}
  </>
))
const DeleteText = component$<{ readonly subject: Subject }>(({ subject }) => (
  <>
    <p>
      Whoever uses this key is refused from now on. It cannot be brought back: switch it off first if you are not sure
      that nobody uses it.
    </p>
    {subject.connected && <Connected />}
  </>
))
const RotateText = component$<{ readonly subject: Subject }>(() => (
  <>
    <p>
      The gateway makes a new key. Once it has proved itself by a call, Stowage uses it, and only then the old one is
      switched off.
    </p>
    <p class="mt-2 text-ink-2">
      The old key stays in the list: undo the rotation on the page of its run, or delete the key here once nothing
      misses it. Links and uploads that were signed with it end.
    </p>
  </>
))

export const ClusterKeyPanel = component$<PanelProps<ClusterKey>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const subject: Subject = {
    id: row.access_key,
    name: row.access_key,
    contextId: contexts.current?.id ?? "",
    connected: row.connection_key
  }
  const off = useAction({
    run$: $((subject: Subject) =>
      callIn(subject, "PUT /api/manager/cluster/keys/:access_key", { ...whereOf(subject), body: { active: false } })
    ),
    after$: $(() => changed(listing)),
    toast$: $((_: unknown, { name }: Subject) => ({ text: `${name} is switched off` }))
  })
  const on = useAction({
    run$: $((subject: Subject) =>
      callIn(subject, "PUT /api/manager/cluster/keys/:access_key", { ...whereOf(subject), body: { active: true } })
    ),
    after$: $(() => changed(listing)),
    toast$: $((_: unknown, { name }: Subject) => ({ text: `${name} works again` }))
  })
  const remove = useAction({
    run$: $((subject: Subject) => callIn(subject, "DELETE /api/manager/cluster/keys/:access_key", whereOf(subject))),
    after$: $(() => changed(listing, "")),
    again$: $(async (subject: Subject) => {
      const current = await orGone(callIn(subject, "GET /api/manager/cluster/keys"))
      return current?.items.some(({ access_key }) => access_key === subject.id) ? subject : null
    }),
    toast$: $(({ access_key }: Answer<"DELETE /api/manager/cluster/keys/:access_key">) => ({
      text: `${access_key} is deleted`
    }))
  })
  const rotate = useAction({
    run$: $((subject: Subject) =>
      callIn(subject, "POST /api/manager/cluster/keys/rotation", { body: { deactivate_only: true } })
    ),
    after$: $(async (run: Answer<"POST /api/manager/cluster/keys/rotation">, subject: Subject) => {
      const { showRun } = await import("~/features/platform/runs/show-run")
      showRun(operations, run, { workspace: "manager", contextId: subject.contextId }, () => changed(listing))
    })
  })
  return (
    <Panel kind="Access key" title={row.access_key} onClose$={$(() => openRow(listing, ""))}>
      <div class="flex flex-wrap items-center gap-2">
        <KeyStateCell row={row} />
        <KeyUsesCell row={row} />
      </div>
      {row.console_key && (
        <p class="mt-4 text-ink-2">
          Stowage acts as this context by it: it is neither switched off nor deleted here, only rotated.
        </p>
      )}
      {row.endpoint_key && (
        <p class="mt-4 text-ink-2">Stowage administers the storage endpoint by it: administrators rotate it.</p>
      )}
      <dl class="facts mt-5">
        <dt>Access key</dt>
        <dd>
          <code class="font-mono text-xs break-all">{row.access_key}</code>
        </dd>
        <dt>Created</dt>
        <dd>{row.created_at === null ? "the gateway does not say" : <Ago at={row.created_at} />}</dd>
        <dt>Last used by Stowage</dt>
        <dd>
          {row.last_used_at === null ? (
            "not recorded; when others use a key the gateway does not tell"
          ) : (
            <Ago at={row.last_used_at} />
          )}
        </dd>
      </dl>
      <div class="mt-3">
        <CopyButton text={row.access_key} label="Copy access key" />
      </div>
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
      <ConfirmDialog
        action={rotate}
        id="key-rotate"
        title="Rotate"
        named
        button="Rotate key"
        harmless
        about={RotateText}
      />
      <div q:slot="actions" class="contents">
        {row.console_key && (
          <ActionButton action={rotate} on={subject} asks label="Rotate" icon="refresh-cw" class="btn-primary flex-1" />
        )}
        {!isUsedByStowage(row) &&
          (row.active ? (
            <span key="off" class="contents">
              <ActionButton action={off} on={subject} asks label="Switch off" icon="ban" class="btn-secondary flex-1" />
            </span>
          ) : (
            <span key="on" class="contents">
              <ActionButton action={on} on={subject} label="Switch on" icon="play" class="btn-secondary flex-1" />
            </span>
          ))}
        {!isUsedByStowage(row) && (
          <ActionButton
            action={remove}
            on={subject}
            asks
            label="Delete"
            icon="trash-2"
            class="btn-secondary text-danger flex-1"
          />
        )}
      </div>
    </Panel>
  )
})
