import {
  component$,
  type JSXChildren,
  type QRL,
  type Signal,
  Slot,
  sync$,
  useContext,
  useId,
  useSignal,
  useVisibleTask$
} from "@builder.io/qwik"
import { FormContext } from "./form"
import { Icon } from "./icon"

export type Opening<S extends object = object> = Signal<S | null>

interface FrameProps {
  readonly open: Opening
  readonly title: string
  readonly wide: boolean
  /** Asks before closing. Read synchronously, so not a QRL. */
  readonly held?: Signal<boolean>
  readonly onHeld$?: QRL<() => void>
  readonly ready?: Signal<boolean>
}

const sentForm = (dialog: HTMLDialogElement | undefined) => dialog?.querySelector("form[data-sent]") ?? null

const isSent = (dialog: HTMLDialogElement | undefined) => sentForm(dialog) !== null

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
      // The submit handler failed to load.
      const onLoadError = () => sentForm(dialog)?.removeAttribute("data-sent")
      dialog?.addEventListener("cancel", cancel)
      document.addEventListener("qerror", onLoadError)
      cleanup(() => {
        dialog?.removeEventListener("cancel", cancel)
        document.removeEventListener("qerror", onLoadError)
      })
    },
    { strategy: "document-ready" }
  )
  return (
    <dialog
      ref={element}
      class={["modal", wide && "modal-wide"]}
      aria-labelledby={heading}
      // A held Enter key must not press a button.
      onKeyDown$={sync$((event: KeyboardEvent) => {
        if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement))
          event.preventDefault()
      })}
      onClose$={async (event, dialog) => {
        if (event.target !== dialog) return
        if ("closed" in dialog.dataset) return void delete dialog.dataset["closed"]
        if (open.value === null) return
        // Browsers close it at the second Escape regardless.
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
            <h2 id={heading} class="min-w-0 flex-1 truncate text-lg font-semibold">
              {title}
            </h2>
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

/** Content exists only while open, so forms start empty. Inline: a hidden slot would retain everything typed. */
export const Dialog = ({ children, ...props }: DialogProps) => {
  const content = props.open.value === null ? null : children
  return (
    <DialogFrame {...props} wide={props.wide ?? false}>
      {content}
    </DialogFrame>
  )
}

interface DialogActionsProps {
  readonly open: Opening
  readonly submit: string
  readonly busy: boolean
  readonly danger?: boolean
  readonly onCancel$?: QRL<() => void>
}

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
