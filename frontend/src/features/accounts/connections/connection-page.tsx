import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, EditPage, useAction, useEditing } from "~/components/action"
import { DangerZone } from "~/components/ui/danger-zone"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { dateTime } from "~/lib/format"
import { useNavigate } from "~/lib/route"
import { reload, useLoaded } from "~/lib/use-loaded"
import { StateBadge } from "./cells"
import {
  type Connection,
  createConnection,
  CONNECTION_LISTS,
  probeConnection,
  readConnection,
  updateConnection
} from "./connection"
import { PrivateConnectionFields, SharedFields } from "./connection-fields"
import { connectionChange, connectionInput } from "./connection-input"
import { EvidenceCard } from "./evidence"
import { LinkedUsers } from "./linked-users"
import { RemoveConnection } from "./remove-connection"
import { RenewKeysDialog } from "./renew-keys"
import { SharedNote } from "./shared-note"

const COMPARES = {
  name: "Name",
  endpoint_url: "Where",
  region: "Region",
  access_key: "Access key",
  expires_at: "They end at",
  capabilities: "May manage IAM",
  owner_type: "Whose keys they are",
  owner_identifier: "ARN or uid",
  tags: "Tags"
} as const

export const NewSharedConnectionPage = component$(() => (
  <EditPage
    id="connection"
    kind="S3 connection"
    home={CONNECTION_LISTS.shared}
    title="Add shared S3 connection"
    submit="Add connection"
    fields={SharedFields}
    save$={$((values: FormValues) => createConnection("shared", connectionInput(values)))}
    toast$={$(({ name }: Connection) => ({
      text: `${name} is added`,
      detail: "Link the console users who may act as it."
    }))}
    to$={$(({ id }: Connection) => `/admin/s3-connections/${id}`)}
  >
    <p q:slot="above" class="alert mb-6">
      <Icon name="info" />
      <span>
        A shared connection opens in Manager, for the console users that are linked to it. Its objects are not shown in
        Browser.
      </span>
    </p>
  </EditPage>
))

export const NewPrivateConnectionPage = component$(() => (
  <EditPage
    id="connection"
    kind="S3 connection"
    home={CONNECTION_LISTS.own}
    title="Add private S3 connection"
    submit="Add connection"
    fields={PrivateConnectionFields}
    save$={$((values: FormValues) => createConnection("own", connectionInput(values)))}
    toast$={$(({ name }: Connection) => ({ text: `${name} is added` }))}
    to$={$(({ id }: Connection) => `/profile/connections/${id}`)}
  />
))

const Above = component$<{ readonly row: Connection; readonly loaded: ReturnType<typeof useLoaded<Connection>> }>(
  ({ loaded, row }) => {
    const renewing = useEditing<Connection>()
    const check = useAction({
      run$: $((subject: Connection) => probeConnection(subject.ownership === "shared" ? "shared" : "own", subject.id)),
      after$: $((updated: Connection) => {
        loaded.value = updated
      })
    })
    return (
      <div class="mb-6 grid gap-3">
        {row.ownership === "shared" && <SharedNote reason={row.remediation_reason} />}
        {row.unusable_reason && (
          <p class="alert alert-warn" role="status" data-testid="unusable">
            <Icon name="triangle-alert" />
            <span>{row.unusable_detail}</span>
          </p>
        )}
        {row.server_managed && (
          <p class="alert">
            <Icon name="lock" />
            <span>Stowage itself manages this connection: it is changed where it was made.</span>
          </p>
        )}
        <dl class="facts">
          <dt>State</dt>
          <dd>
            <StateBadge row={row} />
          </dd>
          <dt>Leads to</dt>
          <dd class="font-mono text-xs break-all">{row.endpoint_url}</dd>
          <dt>TLS</dt>
          <dd>
            {row.endpoint_url.startsWith("https:")
              ? row.verify_tls
                ? "Certificate verified"
                : "Certificate not verified"
              : "None (plain HTTP)"}
          </dd>
          <dt>Keys</dt>
          <dd class="font-mono text-xs break-all">
            {row.access_key}
            {row.has_session_token && <span class="font-sans text-ink-3"> with a session token</span>}
          </dd>
          <dt>Added</dt>
          <dd>{dateTime(row.created_at)}</dd>
        </dl>
        <div class="flex flex-wrap gap-2">
          {row.ownership === "private" && row.unusable_reason === null && (
            <NavLink href={`/browser?context_id=conn-${row.id}`} class="btn btn-secondary">
              <Icon name="folder" /> Open in Browser
            </NavLink>
          )}
          <ActionButton
            action={check}
            on={row}
            inPlace
            disabled={row.unusable_reason !== null}
            label="Try the stored keys"
            busyLabel="Asking the gateway…"
            icon="radar"
          />
          <button
            type="button"
            class="btn btn-secondary"
            disabled={row.server_managed || row.unusable_reason === "host_not_allowed"}
            onClick$={() => {
              renewing.value = { row, name: row.name }
            }}
          >
            <Icon name="key-round" /> Renew keys
          </button>
        </div>
        {check.state.problem && (
          <p role="alert" class="alert alert-danger">
            <Icon name="circle-alert" />
            <span>{check.state.problem.message}</span>
          </p>
        )}
        {row.probe && <EvidenceCard found={row.probe} />}
        <RenewKeysDialog open={renewing} after$={$(() => reload(loaded))} />
      </div>
    )
  }
)

export const SharedConnectionPage = component$<{ readonly id: string }>(({ id }) => {
  const navigate = useNavigate()
  const loaded = useLoaded($((signal: AbortSignal) => readConnection("shared", Number(id), signal)))
  const users = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/s3-connections/:id/users", { params: { id: Number(id) }, signal }))
  )
  const row = loaded.value
  return (
    <EditPage
      id="connection"
      kind="Shared S3 connection"
      home={CONNECTION_LISTS.shared}
      loaded={loaded}
      named="name"
      fields={SharedFields}
      locked={row?.server_managed ? "Stowage itself manages it" : ""}
      now$={$(({ id }: Connection) => readConnection("shared", id))}
      compares={COMPARES}
      save$={$((values: FormValues, before: Connection | undefined) => {
        if (before === undefined) throw new Error("Nothing is loaded")
        return updateConnection("shared", before.id, connectionChange(values, before))
      })}
      toast$={$(({ name }: Connection) => ({ text: `${name} is saved` }))}
    >
      {row && (
        <div q:slot="above">
          <Above row={row} loaded={loaded} />
        </div>
      )}
      {row && <LinkedUsers id={row.id} users={users} onChanged$={$(() => reload(users))} />}
      {row && (
        <DangerZone
          title="Delete this connection"
          text="Everybody who is linked to it loses it. Nothing on the gateway is changed."
        >
          <RemoveConnection
            row={row}
            onGone$={$(() => navigate("/admin/s3-connections"))}
            onStale$={$(() => reload(loaded))}
          />
        </DangerZone>
      )}
    </EditPage>
  )
})

export const PrivateConnectionPage = component$<{ readonly id: string }>(({ id }) => {
  const navigate = useNavigate()
  const loaded = useLoaded($((signal: AbortSignal) => readConnection("own", Number(id), signal)))
  const row = loaded.value
  return (
    <EditPage
      id="connection"
      kind="Private S3 connection"
      home={CONNECTION_LISTS.own}
      loaded={loaded}
      named="name"
      fields={PrivateConnectionFields}
      locked={row?.server_managed ? "Stowage itself manages it" : ""}
      now$={$(({ id }: Connection) => readConnection("own", id))}
      compares={COMPARES}
      save$={$((values: FormValues, before: Connection | undefined) => {
        if (before === undefined) throw new Error("Nothing is loaded")
        return updateConnection("own", before.id, connectionChange(values, before))
      })}
      toast$={$(({ name }: Connection) => ({ text: `${name} is saved` }))}
    >
      {row && (
        <div q:slot="above">
          <Above row={row} loaded={loaded} />
        </div>
      )}
      {row && (
        <DangerZone title="Delete this connection" text="Stowage forgets its keys. Nothing on the gateway is changed.">
          <RemoveConnection
            row={row}
            onGone$={$(() => navigate("/profile/connections"))}
            onStale$={$(() => reload(loaded))}
          />
        </DangerZone>
      )}
    </EditPage>
  )
})
