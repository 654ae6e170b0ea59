import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { Loaded } from "~/lib/use-loaded"
import { CodesDialog } from "./codes-dialog"
import { Item, Section } from "./section"
import type { Security } from "./security"

interface RecoverySectionProps {
  readonly security: Loaded<Security>
  readonly onChanged$: QRL<() => void>
}

const remainingText = (codes: Security["recovery_codes"]): string =>
  codes.issued === 0 ? "No codes" : `${codes.left} of ${codes.issued} left`

const OWN = { id: "own", name: "Your recovery codes" }

const RenewText = component$(() => <p>You get ten new codes. Those that you have now stop working.</p>)

export const RecoverySection = component$<RecoverySectionProps>(({ onChanged$, security }) => {
  const codes = useSignal<ReadonlyArray<string> | null>(null)
  const renew = useAction({
    run$: $(() => call("POST /api/me/recovery-codes")),
    after$: $(async ({ recovery_codes }: { readonly recovery_codes: ReadonlyArray<string> }) => {
      codes.value = recovery_codes
      await onChanged$()
    })
  })
  const own = security.value
  const none = own === null || own.passkeys.length === 0
  return (
    <Section
      id="recovery"
      title="Recovery codes"
      text="They sign you in if you lose your passkey. Each works once."
      loaded={security}
    >
      {own && (
        <ul class="card">
          <Item>
            <p class="num font-medium">{none ? "No codes" : remainingText(own.recovery_codes)}</p>
            <p class="text-xs text-ink-3">
              {none
                ? "They come with your first passkey."
                : own.recovery_codes.left < 4
                  ? "Few are left: make new ones."
                  : "Kept where only you find them."}
            </p>
            {!none && (
              <span q:slot="action" class="contents">
                <ActionButton action={renew} on={OWN} asks label="New codes" />
              </span>
            )}
          </Item>
        </ul>
      )}
      <ConfirmDialog
        action={renew}
        id="renew-codes"
        title="Make new recovery codes"
        button="Make new codes"
        harmless
        about={RenewText}
      />
      <CodesDialog codes={codes} />
    </Section>
  )
})
