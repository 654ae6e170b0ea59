import { createContextId, type QRL, useContext } from "@builder.io/qwik"

export interface Toast {
  readonly id: number
  readonly tone: "ok" | "danger" | "info"
  readonly text: string
  readonly detail?: string
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run$: QRL<() => unknown> }
  /** Where more of it stands. */
  readonly link?: { readonly label: string; readonly href: string }
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

/** Good news leaves by itself after 6 s; what went wrong, or leads on, stays twice as long. */
export const toast = (toasts: Toasts, message: Omit<Toast, "id">): void => {
  const id = ++toasts.last
  // said again, it stays longer: ten requests that fail for one reason are one message
  const others = toasts.items.filter(({ detail, text, tone }) => tone !== message.tone || text !== message.text || detail !== message.detail)
  toasts.items = [...others.slice(-3), { ...message, id }]
  whenSeen(() => { setTimeout(() => dismiss(toasts, id), message.tone === "danger" || message.action || message.link ? 12_000 : 6000) })
}

/** At once, or when somebody comes back to the tab: what was said to nobody waits for them. */
const whenSeen = (seen: () => void): void => {
  if (!document.hidden) return seen()
  document.addEventListener("visibilitychange", seen, { once: true })
}

export const dismiss = (toasts: Toasts, id: number): void => {
  toasts.items = toasts.items.filter((item) => item.id !== id)
}
