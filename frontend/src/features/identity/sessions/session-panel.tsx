import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { RoleBadge } from "~/features/identity/users/role-badge"
import { dateTime } from "~/lib/format"
import { type OpenSession, ownerOf } from "./owner-of"

type RemovedSession = Answer<"DELETE /api/admin/identity/sessions/:session_id">

interface EndedSession extends Subject {
  readonly id: string
  readonly device: string
  readonly client_address: string
}

const asEnded = ({ access_key, client_address, device, id, user }: OpenSession): EndedSession => ({
  id,
  name: user?.email ?? access_key ?? "",
  device,
  client_address
})

const EndText = component$<{ readonly subject: EndedSession }>(({ subject }) => (
  <p>
    <b class="font-medium text-ink">{subject.name}</b> is signed out at once on {subject.device} at{" "}
    {subject.client_address}. Other sessions and API tokens stay, and nothing keeps them from signing in again.
  </p>
))

export const SessionPanel = component$<PanelProps<OpenSession>>(({ listing, row }) => {
  const end = useAction({
    run$: $(({ id, name }: EndedSession) =>
      call("DELETE /api/admin/identity/sessions/:session_id", {
        params: { session_id: id },
        query: { confirm_name: name }
      })
    ),
    after$: $(() => changed(listing, "")),
    again$: $(async ({ id }: EndedSession) => {
      changed(listing)
      const session = await orGone(call("GET /api/admin/identity/sessions/:session_id", { params: { session_id: id } }))
      return session && asEnded(session)
    }),
    toast$: $(({ name }: RemovedSession, { device }: EndedSession) => ({ text: `${name} is signed out on ${device}` }))
  })
  const subject = asEnded(row)
  return (
    <Panel kind="Session" title={ownerOf(row)} onClose$={$(() => openRow(listing, ""))}>
      {row.current && (
        <p class="alert mb-4">
          <Icon name="info" />
          <span>You are using this session now. To end it, sign out from the account menu.</span>
        </p>
      )}
      <dl class="facts">
        {row.user ? (
          <>
            <dt>Account</dt>
            <dd class="grid justify-items-start gap-1">
              <NavLink
                href={`/admin/users?q=${encodeURIComponent(row.user.email)}&open=${row.user.id}`}
                class="link break-all"
              >
                {row.user.email}
              </NavLink>
              <RoleBadge role={row.user.role} />
            </dd>
          </>
        ) : (
          <>
            <dt>Access key</dt>
            <dd class="font-mono text-xs">{row.access_key}</dd>
          </>
        )}
        <dt>Device</dt>
        <dd>
          {row.device}
          <span class="block text-xs break-words text-ink-3">{row.user_agent}</span>
        </dd>
        <dt>Address</dt>
        <dd class="font-mono text-xs">{row.client_address}</dd>
        <dt>Signed in</dt>
        <dd>
          {dateTime(row.authenticated_at)}
          <span class="block text-xs text-ink-3">
            {row.mfa_verified_at ? (
              <>
                Passkey verified <Ago at={row.mfa_verified_at} />
              </>
            ) : (
              "No passkey verified in this session"
            )}
          </span>
        </dd>
        <dt>Last active</dt>
        <dd>
          <Ago at={row.last_active_at} />
          <span class="block text-xs text-ink-3">To within five minutes</span>
        </dd>
        <dt>Ends</dt>
        <dd>{dateTime(row.expires_at)}</dd>
      </dl>
      <div q:slot="actions" class="contents">
        {!row.current && (
          <ActionButton
            action={end}
            on={subject}
            asks
            label="End session…"
            icon="log-out"
            class="btn-secondary text-danger"
          />
        )}
        <ConfirmDialog action={end} id="end-session" title="End this session" button="End session" about={EndText} />
      </div>
    </Panel>
  )
})
