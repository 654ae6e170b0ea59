import { createContextId, type QRL, useContext } from "@builder.io/qwik"

export interface Toast {
  readonly id: number
  readonly tone: "ok" | "danger" | "info"
  readonly text: string
  readonly detail?: string
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run$: QRL<() => unknown> }
}

export interface Toasts {
  items: Array<Toast>
  last: number
}

export const ToastsContext = createContextId<Toasts>("stowage.toasts")

export const useToasts = () => useContext(ToastsContext)

/** What there is to say; good news unless it says otherwise. */
export type Said = Omit<Toast, "id" | "tone"> & { readonly tone?: Toast["tone"] }

export const say = (toasts: Toasts, said: Said): void => toast(toasts, { tone: "ok", ...said })

/** Good news leaves by itself after 6 s; what went wrong, or can be acted upon, stays twice as long. */
export const toast = (toasts: Toasts, message: Omit<Toast, "id">): void => {
  const id = ++toasts.last
  // said again, it stays longer: ten requests that fail for one reason are one message
  const others = toasts.items.filter(({ detail, text, tone }) => tone !== message.tone || text !== message.text || detail !== message.detail)
  toasts.items = [...others.slice(-3), { ...message, id }]
  setTimeout(() => dismiss(toasts, id), message.tone === "danger" || message.action ? 12_000 : 6000)
}

export const dismiss = (toasts: Toasts, id: number): void => {
  toasts.items = toasts.items.filter((item) => item.id !== id)
}
