import { component$, type QRL, useSignal } from "@builder.io/qwik"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"

export const CODES_TEXT = "They sign you in if you lose your passkey. Each works once, and they are shown only now."

interface RecoveryCodesProps {
  readonly codes: ReadonlyArray<string>
  readonly action: string
  readonly onKept$: QRL<() => void>
}

export const RecoveryCodes = component$<RecoveryCodesProps>(({ action, codes, onKept$ }) => {
  const stored = useSignal(false)
  const text = `Stowage recovery codes (each works once)\n\n${codes.join("\n")}\n`
  return (
    <section aria-label="Recovery codes">
      <ol
        class="card grid gap-x-6 gap-y-2 bg-sunken p-4 font-mono text-sm whitespace-nowrap sm:grid-cols-2"
        data-testid="recovery-codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div class="mt-3 flex gap-2">
        <CopyButton text={text} label="Copy" name="Copy recovery codes" />
        <a
          class="btn btn-secondary"
          download="stowage-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Icon name="download" /> Download
        </a>
      </div>
      <label class="mt-6 flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          class="check"
          checked={stored.value}
          onChange$={(_, box) => {
            stored.value = box.checked
          }}
        />
        <span>I keep these codes in a safe place</span>
      </label>
      <button type="button" class="btn btn-primary btn-lg mt-4 w-full" disabled={!stored.value} onClick$={onKept$}>
        {action}
      </button>
    </section>
  )
})
