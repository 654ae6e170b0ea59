import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { leaveAfterSignOut } from "~/components/shell/sign-out"
import { Badge } from "~/components/ui/badge"
import { counted } from "~/lib/format"
import { type Loaded, reload } from "~/lib/use-loaded"
import { Item, Section } from "./section"
import type { Session } from "./security"

const inOrder = (sessions: ReadonlyArray<Session>): ReadonlyArray<Session> =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.last_active_at.localeCompare(a.last_active_at))

const asSubject = ({ device, id }: Session) => ({ id, name: device })

const EVERYWHERE = { id: "everywhere", name: "Every session of yours" }

const ELSEWHERE = { id: "elsewhere", name: "Your other sessions" }

const RevokeText = component$(() => <p>Whoever uses this session has to sign in again.</p>)
const ElsewhereText = component$(() => (
  <p>Every session of yours ends but this one. Whoever uses another one has to sign in again.</p>
))
const LeaveText = component$(() => <p>Every session of yours ends, this one too. You have to sign in again.</p>)

export const SessionsSection = component$<{ readonly sessions: Loaded<ReadonlyArray<Session>> }>(({ sessions }) => {
  const revoke = useAction({
    run$: $(({ id, name }: ReturnType<typeof asSubject>) =>
      call("DELETE /api/me/sessions/:session_id", { params: { session_id: id }, query: { confirm_name: name } })
    ),
    after$: $(() => reload(sessions)),
    done: "is signed out"
  })
  const leave = useAction({
    run$: $(() => call("POST /api/auth/logout-all")),
    after$: $(() => leaveAfterSignOut())
  })
  const others = useAction({
    run$: $(() => call("POST /api/auth/logout-others")),
    after$: $(() => reload(sessions)),
    toast$: $(({ ended }: { readonly ended: number }) => ({
      text: ended === 0 ? "You were signed in nowhere else" : `${counted(ended, "other session")} signed out`
    }))
  })
  return (
    <Section
      id="sessions"
      title="Sessions"
      text="Where you are signed in. Sign out what you do not know."
      loaded={sessions}
    >
      <span q:slot="action" class="flex flex-wrap gap-2">
        {/* keyed, or the preceding element is reused for this one */}
        {(sessions.value?.length ?? 0) > 1 && (
          <span key="elsewhere" class="contents">
            <ActionButton action={others} on={ELSEWHERE} asks label="Sign out everywhere else" icon="log-out" />
          </span>
        )}
        <span key="everywhere" class="contents">
          <ActionButton action={leave} on={EVERYWHERE} asks label="Sign out everywhere" icon="log-out" />
        </span>
      </span>
      {sessions.value !== null && (
        <ul class="card divide-y divide-line">
          {inOrder(sessions.value).map((session) => (
            <Item key={session.id}>
              <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span class="font-medium" title={session.user_agent}>
                  {session.device}
                </span>
                {session.current && <Badge text="This one" tone="info" />}
                <span class="font-mono text-xs break-all text-ink-2">{session.client_address}</span>
              </p>
              <p class="text-xs text-ink-3">
                Signed in <Ago at={session.authenticated_at} />
                {" · "}last active <Ago at={session.last_active_at} />
              </p>
              {!session.current && (
                <span q:slot="action" class="contents">
                  <ActionButton
                    action={revoke}
                    on={asSubject(session)}
                    asks
                    label="Sign out"
                    named={`Sign out ${session.device} at ${session.client_address}`}
                    class="btn-secondary btn-sm"
                  />
                </span>
              )}
            </Item>
          ))}
        </ul>
      )}
      <ConfirmDialog action={revoke} id="revoke-session" title="Sign out" named button="Sign out" about={RevokeText} />
      <ConfirmDialog
        action={others}
        id="sign-out-elsewhere"
        title="Sign out everywhere else"
        button="Sign out everywhere else"
        about={ElsewhereText}
      />
      <ConfirmDialog
        action={leave}
        id="sign-out-everywhere"
        title="Sign out everywhere"
        button="Sign out everywhere"
        about={LeaveText}
      />
    </Section>
  )
})
