import { component$, type QRL } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { providerLabel } from "./security-action"
import { SecuritySection } from "./security-section"
import type { Identity } from "./user"

interface IdentityListProps {
  readonly identities: ReadonlyArray<Identity>
  readonly locked: boolean
  readonly onLink$: QRL<() => void>
  readonly onRevoke$: QRL<(identity: Identity) => void>
  readonly onRestore$: QRL<(identity: Identity) => void>
}

export const IdentityList = component$<IdentityListProps>(({ identities, locked, onLink$, onRestore$, onRevoke$ }) => (
  <SecuritySection title="Identities">
    <button q:slot="action" type="button" class="btn btn-ghost btn-sm" disabled={locked} onClick$={onLink$}>
      Link identity…
    </button>
    {identities.length === 0 ? (
      <p class="text-ink-3">None.</p>
    ) : (
      <ul class="grid gap-3">
        {identities.map((identity) => (
          <li key={identity.id} class="flex items-start gap-2">
            <Icon name="id-card" class="mt-0.5 text-ink-3" />
            <span class="min-w-0 flex-1">
              <span class="flex items-center gap-2">
                <span class="truncate font-medium">{providerLabel(identity)}</span>
                {identity.revoked_at && <Badge text="Revoked" tone="danger" />}
                {identity.provider_label === null && <Badge text="Provider is gone" tone="warn" />}
              </span>
              {identity.email && <span class="block truncate text-xs text-ink-2">{identity.email}</span>}
              <span class="block text-xs text-ink-3">
                {identity.last_used_at ? (
                  <>
                    Used <Ago at={identity.last_used_at} />
                  </>
                ) : (
                  <>
                    Linked <Ago at={identity.created_at} />, never used
                  </>
                )}
              </span>
            </span>
            <button
              type="button"
              class={["btn btn-ghost btn-sm", !identity.revoked_at && "text-danger"]}
              disabled={locked}
              aria-label={`${identity.revoked_at ? "Restore" : "Revoke"} the identity of ${providerLabel(identity)}`}
              onClick$={() => (identity.revoked_at ? onRestore$(identity) : onRevoke$(identity))}
            >
              {identity.revoked_at ? "Restore…" : "Revoke…"}
            </button>
          </li>
        ))}
      </ul>
    )}
  </SecuritySection>
))
