import { component$, useSignal } from "@builder.io/qwik"
import { copyText } from "~/lib/copy-text"
import { Icon } from "./icon"

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** The button's name for who cannot see what stands beside it: begins with the label. */
  readonly name?: string
}

/** Copies a text. Browsers offer the clipboard only on secure origins; elsewhere this says that it cannot. */
export const CopyButton = component$<CopyButtonProps>(({ label, name, text }) => {
  const said = useSignal("")
  return (
    <span class="inline-flex">
      <button
        type="button"
        class="btn btn-secondary"
        aria-label={name ?? label}
        onClick$={async () => {
          // where it is unavailable, the text can be selected instead
          said.value = await copyText(text) ? "Copied" : "Copying is unavailable here"
          setTimeout(() => { said.value = "" }, 2500)
        }}
      >
        <Icon name={said.value === "Copied" ? "check" : "copy"} />
        <span>{said.value || label}</span>
      </button>
      <span class="sr-only" role="status">{said.value}</span>
    </span>
  )
})
