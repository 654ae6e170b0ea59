import { component$, type JSXChildren, type Signal, Slot, useId, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "./icon"

interface FrameProps {
  readonly open: Signal<boolean>
  readonly title: string
  readonly wide: boolean
}

const DialogFrame = component$<FrameProps>(({ open, title, wide }) => {
  const element = useSignal<HTMLDialogElement>()
  const heading = useId()
  useVisibleTask$(
    ({ track }) => {
      const wanted = track(() => open.value)
      if (wanted && !element.value?.open) element.value?.showModal()
      else if (!wanted && element.value?.open) element.value.close()
    },
    { strategy: "document-ready" }
  )
  return (
    <dialog ref={element} class={["modal", wide && "modal-wide"]} aria-labelledby={heading} onClose$={() => { open.value = false }}>
      {open.value && (
        <>
          <header class="flex items-center gap-2 border-b border-line px-5 py-3">
            <h2 id={heading} class="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h2>
            <button type="button" class="btn btn-ghost btn-icon -mr-2" aria-label="Close" onClick$={() => { open.value = false }}><Icon name="x" /></button>
          </header>
          <Slot />
        </>
      )}
    </dialog>
  )
})

interface DialogProps {
  readonly open: Signal<boolean>
  readonly title: string
  readonly wide?: boolean
  readonly children?: JSXChildren
}

/**
 * A modal dialog that follows a signal. Its content exists only while it is open, so forms start afresh. An inline component:
 * what a component hands to a slot that is not shown would be kept, with everything that was typed.
 */
export const Dialog = (props: DialogProps) => {
  const content = props.open.value ? props.children : null
  return <DialogFrame open={props.open} title={props.title} wide={props.wide ?? false}>{content}</DialogFrame>
}

/** The buttons at a dialog's foot: cancel, and the one that submits its form. */
export const DialogActions = component$<{ readonly open: Signal<boolean>; readonly submit: string; readonly busy: boolean; readonly danger?: boolean }>(
  ({ busy, danger, open, submit }) => (
    <footer class="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3">
      <Slot />
      <span class="ms-auto flex gap-2">
        <button type="button" class="btn btn-secondary" onClick$={() => { open.value = false }}>Cancel</button>
        <button type="submit" class={["btn", danger ? "btn-danger" : "btn-primary"]} disabled={busy}>
          {busy && <Icon name="loader-circle" class="spin" />}
          {submit}
        </button>
      </span>
    </footer>
  )
)
