import { component$, type QRL } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { BulkTarget } from "./bulk-change"

interface ChangeButtonProps {
  readonly open: { value: BulkTarget | null }
  readonly target$: QRL<() => BulkTarget>
  readonly class: string
}

export const ChangeButton = component$<ChangeButtonProps>(({ class: look, open, target$ }) => (
  <button
    type="button"
    class={["btn", look]}
    onClick$={async () => {
      open.value = await target$()
    }}
  >
    <Icon name="pencil" /> Change…
  </button>
))
