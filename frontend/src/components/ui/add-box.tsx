import { $, component$, type QRL, sync$, useSignal } from "@builder.io/qwik"

interface AddBoxProps {
  readonly label: string
  readonly button: string
  readonly longest: number
  readonly add$: QRL<(word: string) => boolean>
}

/** Clears the input synchronously, so that typing before the code is loaded starts the next word. */
export const AddBox = component$<AddBoxProps>(({ add$, button, label, longest }) => {
  const box = useSignal<HTMLInputElement>()
  const added = $(async () => {
    const input = box.value
    if (!input) return
    const words = (input.dataset["taken"] ?? "").split("\n").slice(0, -1)
    input.dataset["taken"] = ""
    for (const word of words)
      if (word.trim() !== "" && !(await add$(word.trim())) && input.value === "") input.value = word
  })
  return (
    <div class="flex gap-2">
      <input
        ref={box}
        type="text"
        class="input"
        maxLength={longest}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        data-unsent
        onKeyDown$={[
          sync$((event: KeyboardEvent, input: HTMLInputElement) => {
            if (event.key !== "Enter" || event.isComposing) return
            event.preventDefault()
            input.dataset["taken"] = `${input.dataset["taken"] ?? ""}${input.value}\n`
            input.value = ""
          }),
          added
        ]}
      />
      <button
        type="button"
        class="btn btn-secondary"
        onClick$={[
          sync$((_: Event, pressed: HTMLButtonElement) => {
            const input = pressed.previousElementSibling as HTMLInputElement
            input.dataset["taken"] = `${input.dataset["taken"] ?? ""}${input.value}\n`
            input.value = ""
          }),
          added
        ]}
      >
        {button}
      </button>
    </div>
  )
})
