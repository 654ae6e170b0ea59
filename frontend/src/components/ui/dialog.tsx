import { component$, type JSXChildren, type QRL, type Signal, Slot, sync$, useContext, useId, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { FormContext } from "./form"
import { Icon } from "./icon"

/** What a dialog is about; it is open while there is something, and null closes it. */
export type Opening<S extends object = object> = Signal<S | null>

interface FrameProps {
  readonly open: Opening
  readonly title: string
  readonly wide: boolean
  /** Asked before the person closes it: true keeps it open. Read at once, so no QRL. */
  readonly held?: Signal<boolean>
  /** Somebody tried to close it while it is held. */
  readonly onHeld$?: QRL<() => void>
  /** False while its content is not ready for a person yet. */
  readonly ready?: Signal<boolean>
}

/** Its form is being sent (`Form` says so): it stays, whoever opened it, until it is known how that went. Its end would close what is asked about by then. */
const isSent = (dialog: HTMLDialogElement | undefined) => dialog?.hasAttribute("data-sent") === true

const DialogFrame = component$<FrameProps>(({ held, onHeld$, open, ready, title, wide }) => {
  const element = useSignal<HTMLDialogElement>()
  const heading = useId()
  useVisibleTask$(
    ({ track }) => {
      const wanted = track(() => open.value) !== null
      const waits = ready !== undefined && !track(() => ready.value)
      if (wanted && !waits && !element.value?.open) element.value?.showModal()
      else if (!wanted && element.value?.open) {
        element.value.dataset["closed"] = "by its page"
        element.value.close()
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup }) => {
      const dialog = element.value
      const cancel = (event: Event) => {
        if (event.target !== dialog || !(isSent(dialog) || held?.value)) return
        event.preventDefault()
        if (!isSent(dialog)) void onHeld$?.()
      }
      // what was to send it cannot be loaded: nothing is under way
      const lost = () => dialog?.removeAttribute("data-sent")
      dialog?.addEventListener("cancel", cancel)
      document.addEventListener("qerror", lost)
      cleanup(() => {
        dialog?.removeEventListener("cancel", cancel)
        document.removeEventListener("qerror", lost)
      })
    },
    { strategy: "document-ready" }
  )
  return (
    <dialog
      ref={element}
      class={["modal", wide && "modal-wide"]}
      aria-labelledby={heading}
      // the key that opened it, still held down, presses nothing in it
      onKeyDown$={sync$((event: KeyboardEvent) => {
        if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
      })}
      onClose$={async (event, dialog) => {
        if (event.target !== dialog) return
        // told late: by now it may be about the next thing
        if ("closed" in dialog.dataset) return void delete dialog.dataset["closed"]
        if (open.value === null) return
        // browsers close it at the second Escape whatever the page says
        if (isSent(dialog)) dialog.showModal()
        else if (held?.value) {
          dialog.showModal()
          await onHeld$?.()
        } else open.value = null
      }}
    >
      {open.value !== null && (
        <>
          <header class="flex items-center gap-2 border-b border-line px-5 py-3">
            <h2 id={heading} class="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h2>
            <button
              type="button"
              class="btn btn-ghost btn-icon -mr-2"
              aria-label="Close"
              onClick$={async () => {
                if (isSent(element.value)) return
                if (held?.value) await onHeld$?.()
                else open.value = null
              }}
            >
              <Icon name="x" />
            </button>
          </header>
          <Slot />
        </>
      )}
    </dialog>
  )
})

interface DialogProps extends Omit<FrameProps, "wide"> {
  readonly wide?: boolean
  readonly children?: JSXChildren
}

/**
 * A modal dialog about one thing. Its content exists only while it is open, so forms start afresh. An inline component:
 * what a component hands to a slot that is not shown would be kept, with everything that was typed.
 */
export const Dialog = ({ children, ...props }: DialogProps) => {
  const content = props.open.value === null ? null : children
  return <DialogFrame {...props} wide={props.wide ?? false}>{content}</DialogFrame>
}

interface DialogActionsProps {
  readonly open: Opening
  readonly submit: string
  readonly busy: boolean
  readonly danger?: boolean
  /** In place of closing at once. */
  readonly onCancel$?: QRL<() => void>
}

/** The buttons at a dialog's foot: cancel, and the one that submits its form. What was sent cannot be called off. */
export const DialogActions = component$<DialogActionsProps>(({ busy, danger, onCancel$, open, submit }) => {
  const form = useContext(FormContext)
  return (
    <footer class="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3">
      <Slot />
      <span class="ms-auto flex gap-2">
        <button
          type="button"
          class="btn btn-secondary"
          disabled={form.busy}
          autoFocus={danger === true}
          onClick$={async () => {
            if (onCancel$) await onCancel$()
            else open.value = null
          }}
        >
          Cancel
        </button>
        <button type="submit" class={["btn", danger ? "btn-danger" : "btn-primary"]} disabled={busy}>
          {busy && <Icon name="loader-circle" class="spin" />}
          {submit}
        </button>
      </span>
    </footer>
  )
})
