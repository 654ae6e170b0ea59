import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import type { Loaded } from "~/lib/use-loaded"
import { CodesDialog } from "./codes-dialog"
import { Item, Section } from "./section"
import type { Security } from "./security"

interface RecoverySectionProps {
  readonly security: Loaded<Security>
  readonly onChanged$: QRL<() => void>
}

const left = (codes: Security["recovery_codes"]): string => (codes.issued === 0 ? "No codes" : `${codes.left} of ${codes.issued} left`)

export const RecoverySection = component$<RecoverySectionProps>(({ onChanged$, security }) => {
  const renewing = useSignal(false)
  const codes = useSignal<ReadonlyArray<string> | null>(null)
  const own = security.value
  const none = own === null || own.passkeys.length === 0
  return (
    <Section id="recovery" title="Recovery codes" text="They sign you in if you lose your passkey. Each works once." loaded={security}>
      {own && (
        <ul class="card">
          <Item>
            <p class="num font-medium">{none ? "No codes" : left(own.recovery_codes)}</p>
            <p class="text-xs text-ink-3">{none ? "They come with your first passkey." : own.recovery_codes.left < 4 ? "Few are left: make new ones." : "Kept where only you find them."}</p>
            {!none && <button q:slot="action" type="button" class="btn btn-secondary" onClick$={() => { renewing.value = true }}>New codes</button>}
          </Item>
        </ul>
      )}
      <ConfirmDialog
        id="renew-codes"
        open={renewing}
        title="Make new recovery codes"
        action="Make new codes"
        harmless
        onConfirm$={$(async () => {
          codes.value = (await call("POST /api/me/recovery-codes")).recovery_codes
          await onChanged$()
        })}
      >
        <p>You get ten new codes. Those that you have now stop working.</p>
      </ConfirmDialog>
      <CodesDialog codes={codes} />
    </Section>
  )
})
