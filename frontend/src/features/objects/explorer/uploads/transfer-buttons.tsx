import { component$, type QRL } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"

interface TransferButtonsProps {
  readonly keys: ReadonlyArray<string>
  readonly onTransfer$: QRL<(keys: ReadonlyArray<string>, move: boolean) => void>
  readonly onRename$: QRL<(key: string) => void>
}

export const TransferButtons = component$<TransferButtonsProps>(({ keys, onRename$, onTransfer$ }) => (
  <>
    <button type="button" class="btn btn-ghost btn-sm" onClick$={() => onTransfer$(keys, false)}>
      <Icon name="copy" /> Copy to …
    </button>
    <button type="button" class="btn btn-ghost btn-sm" onClick$={() => onTransfer$(keys, true)}>
      <Icon name="folder" /> Move to …
    </button>
    {keys.length === 1 && (
      <button type="button" class="btn btn-ghost btn-sm" onClick$={() => onRename$(keys[0] ?? "")}>
        <Icon name="pencil" /> Rename
      </button>
    )}
  </>
))
