import { component$, type QRL } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { SecuritySection } from "./security-section"
import type { Security } from "./user"

interface PasskeyListProps {
  readonly security: Security
  readonly locked: boolean
  readonly onReset$: QRL<() => void>
}

export const PasskeyList = component$<PasskeyListProps>(({ locked, onReset$, security }) => (
  <SecuritySection title="Passkeys">
    <button
      q:slot="action"
      type="button"
      class="btn btn-ghost btn-sm text-danger"
      disabled={locked || (security.passkeys.length === 0 && security.recovery_codes.issued === 0)}
      onClick$={onReset$}
    >
      Reset passkeys…
    </button>
    {security.passkeys.length === 0 ? (
      <p class="text-ink-3">None.</p>
    ) : (
      <ul class="grid gap-3">
        {security.passkeys.map((passkey) => (
          <li key={passkey.id} class="flex gap-2">
            <Icon name="fingerprint" class="mt-0.5 text-ink-3" />
            <span class="min-w-0 flex-1">
              <span class="block truncate font-medium">{passkey.name}</span>
              <span class="block text-xs text-ink-3">
                {passkey.device_type === "multiDevice" ? "Synchronised" : "On one device"},{" "}
                {passkey.last_used_at ? (
                  <>
                    used <Ago at={passkey.last_used_at} />
                  </>
                ) : (
                  "never used"
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </SecuritySection>
))
