import { $, component$, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import { CODES_TEXT, RecoveryCodes } from "~/components/gate/recovery-codes"
import { Dialog } from "~/components/ui/dialog"

/** Shows new recovery codes, once; open while there are any. */
export const CodesDialog = component$<{ readonly codes: Signal<ReadonlyArray<string> | null> }>(({ codes }) => {
  const open = useSignal(false)
  useTask$(({ track }) => {
    if (track(() => codes.value) !== null) open.value = true
  })
  useTask$(({ track }) => {
    if (!track(() => open.value)) codes.value = null
  })
  return (
    <Dialog open={open} title="Keep your recovery codes">
      <div class="px-5 py-4">
        <p class="mb-4 text-ink-2">{CODES_TEXT}</p>
        {codes.value !== null && <RecoveryCodes codes={codes.value ?? []} action="Done" onKept$={$(() => { open.value = false })} />}
      </div>
    </Dialog>
  )
})
