import { $, component$, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Badge } from "~/components/ui/badge"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { Icon } from "~/components/ui/icon"
import { ago, dateTime } from "~/lib/format"
import { hintSignedOut } from "~/lib/signed-in-hint"
import { toast, useToasts } from "~/lib/toasts"
import { type Loaded, readAgain } from "~/lib/use-loaded"
import { Item, Section } from "./section"
import type { Session } from "./security"

/** This session first, then by when they were last used. */
const inOrder = (sessions: ReadonlyArray<Session>): ReadonlyArray<Session> =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.last_active_at.localeCompare(a.last_active_at))

export const SessionsSection = component$<{ readonly sessions: Loaded<ReadonlyArray<Session>> }>(({ sessions }) => {
  const toasts = useToasts()
  const chosen = useSignal<Session | null>(null)
  const revoking = useSignal(false)
  const leaving = useSignal(false)
  return (
    <Section id="sessions" title="Sessions" text="Where you are signed in. Sign out what you do not know." loaded={sessions}>
      <button q:slot="action" type="button" class="btn btn-secondary" onClick$={() => { leaving.value = true }}><Icon name="log-out" /> Sign out everywhere</button>
      {sessions.value !== null && (
        <ul class="card divide-y divide-line">
          {inOrder(sessions.value).map((session) => (
            <Item key={session.id}>
              <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span class="font-medium" title={session.user_agent}>{session.device}</span>
                {session.current && <Badge text="This one" tone="info" />}
                <span class="font-mono text-xs break-all text-ink-2">{session.client_address}</span>
              </p>
              <p class="text-xs text-ink-3">
                Signed in <time dateTime={session.authenticated_at} title={dateTime(session.authenticated_at)}>{ago(session.authenticated_at)}</time>
                {" · "}last active <time dateTime={session.last_active_at} title={dateTime(session.last_active_at)}>{ago(session.last_active_at)}</time>
              </p>
              {!session.current && (
                <button q:slot="action" type="button" class="btn btn-secondary btn-sm" aria-label={`Sign out ${session.device} at ${session.client_address}`} onClick$={() => { chosen.value = session; revoking.value = true }}>Sign out</button>
              )}
            </Item>
          ))}
        </ul>
      )}
      <ConfirmDialog
        id="revoke-session"
        open={revoking}
        title={`Sign out ${chosen.value?.device ?? ""}`}
        action="Sign out"
        onConfirm$={$(async () => {
          if (chosen.value !== null) await call("DELETE /api/me/sessions/:session_id", { params: { session_id: chosen.value.id } })
          toast(toasts, { tone: "ok", text: "The session is signed out" })
          readAgain(sessions)
        })}
      >
        <p>Whoever uses this session has to sign in again.</p>
      </ConfirmDialog>
      <ConfirmDialog
        id="sign-out-everywhere"
        open={leaving}
        title="Sign out everywhere"
        action="Sign out everywhere"
        onConfirm$={$(async () => {
          await call("POST /api/auth/logout-all")
          hintSignedOut()
          window.location.assign("/login")
        })}
      >
        <p>Every session of yours ends, this one too. You have to sign in again.</p>
      </ConfirmDialog>
    </Section>
  )
})
