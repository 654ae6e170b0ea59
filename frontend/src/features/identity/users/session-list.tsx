import { component$, type QRL } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { SecuritySection } from "./security-section"
import type { Session } from "./user"

interface SessionListProps {
  readonly sessions: ReadonlyArray<Session> | null
  readonly locked: boolean
  readonly onRevoke$: QRL<(session: Session) => void>
}

export const SessionList = component$<SessionListProps>(({ locked, onRevoke$, sessions }) => (
  <SecuritySection title="Open sessions">
    {sessions === null ? (
      <p class="text-ink-3">Only superadmins can see the sessions of a privileged account.</p>
    ) : sessions.length === 0 ? (
      <p class="text-ink-3">Not signed in anywhere.</p>
    ) : (
      <ul class="grid gap-3">
        {sessions.map((session) => (
          <li key={session.id} class="flex items-start gap-2">
            <Icon name="monitor" class="mt-0.5 text-ink-3" />
            <span class="min-w-0 flex-1">
              <span class="flex items-center gap-2">
                <span class="truncate font-medium">{session.device}</span>
                {session.current && <Badge text="This one" tone="info" />}
              </span>
              <span class="block truncate text-xs text-ink-3">
                <span class="font-mono">{session.client_address}</span>, active <Ago at={session.last_active_at} />
              </span>
            </span>
            {!session.current && (
              <button
                type="button"
                class="btn btn-ghost btn-sm text-danger"
                disabled={locked}
                aria-label={`End the session of ${session.device}`}
                onClick$={() => onRevoke$(session)}
              >
                End…
              </button>
            )}
          </li>
        ))}
      </ul>
    )}
  </SecuritySection>
))
