import { component$, useSignal } from "@builder.io/qwik"
import { copyText } from "~/lib/copy-text"
import { Icon } from "./icon"

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly name?: string
}

/** Browsers offer the clipboard only on secure origins. */
export const CopyButton = component$<CopyButtonProps>(({ label, name, text }) => {
  const status = useSignal("")
  return (
    <span class="inline-flex">
      <button
        type="button"
        class="btn btn-secondary"
        aria-label={name ?? label}
        onClick$={async () => {
          status.value = (await copyText(text)) ? "Copied" : "Copying is unavailable here"
          setTimeout(() => {
            status.value = ""
          }, 2500)
        }}
      >
        <Icon name={status.value === "Copied" ? "check" : "copy"} />
        <span>{status.value || label}</span>
      </button>
      <span class="sr-only" role="status">
        {status.value}
      </span>
    </span>
  )
})
