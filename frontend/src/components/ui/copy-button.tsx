import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "./icon"

/** Copies a text. Browsers offer the clipboard only on secure origins; elsewhere this says that it cannot. */
export const CopyButton = component$<{ readonly text: string; readonly label: string }>(({ label, text }) => {
  const said = useSignal("")
  return (
    <button
      type="button"
      class="btn btn-secondary"
      onClick$={async () => {
        try {
          if (!navigator.clipboard) throw new Error("no clipboard")
          await navigator.clipboard.writeText(text)
          said.value = "Copied"
        } catch {
          // Refused or not offered: the person is told, and can select the text instead.
          said.value = "Copying is unavailable here"
        }
        setTimeout(() => { said.value = "" }, 2500)
      }}
    >
      <Icon name={said.value === "Copied" ? "check" : "copy"} />
      <span role="status">{said.value || label}</span>
    </button>
  )
})
