import { $, component$, type Signal } from "@builder.io/qwik"
import { CODES_TEXT, RecoveryCodes } from "~/components/gate/recovery-codes"
import { ConfirmLeaving, useShownOnceGuard } from "~/components/ui/shown-once"
import { Dialog } from "~/components/ui/dialog"

export const CodesDialog = component$<{ readonly codes: Signal<ReadonlyArray<string> | null> }>(({ codes }) => {
  const once = useShownOnceGuard(codes, true)
  return (
    <Dialog open={codes} title="Keep your recovery codes" held={once.held} onHeld$={once.ask}>
      <div class="px-5 py-4">
        <p class="mb-4 text-ink-2">{CODES_TEXT}</p>
        <RecoveryCodes
          codes={codes.value ?? []}
          action="Done"
          onKept$={$(() => {
            codes.value = null
          })}
        />
      </div>
      {once.leaving.value && (
        <ConfirmLeaving
          open={codes}
          leaving={once.leaving}
          text="Without them nobody gets in who loses the passkey: they are not shown again."
        />
      )}
    </Dialog>
  )
})
