import { createContextId, type QRL, useContext } from "@builder.io/qwik"

export interface Toast {
  readonly id: number
  readonly tone: "ok" | "danger" | "info"
  readonly text: string
  readonly detail?: string
  readonly action?: { readonly label: string; readonly run$: QRL<() => unknown> }
  readonly link?: { readonly label: string; readonly href: string }
}

export interface Toasts {
  items: Array<Toast>
  last: number
}

export const ToastsContext = createContextId<Toasts>("stowage.toasts")

export const useToasts = () => useContext(ToastsContext)

export type ToastInput = Omit<Toast, "id" | "tone"> & { readonly tone?: Toast["tone"] }

export const successToast = (toasts: Toasts, input: ToastInput): void => toast(toasts, { tone: "ok", ...input })

/** 6 s for successes; 12 s for failures, actions and links. */
export const toast = (toasts: Toasts, message: Omit<Toast, "id">): void => {
  const id = ++toasts.last
  const others = toasts.items.filter(
    ({ detail, text, tone }) => tone !== message.tone || text !== message.text || detail !== message.detail
  )
  toasts.items = [...others.slice(-3), { ...message, id }]
  whenSeen(() => {
    setTimeout(() => dismiss(toasts, id), message.tone === "danger" || message.action || message.link ? 12_000 : 6000)
  })
}

const whenSeen = (seen: () => void): void => {
  if (!document.hidden) return seen()
  document.addEventListener("visibilitychange", seen, { once: true })
}

export const dismiss = (toasts: Toasts, id: number): void => {
  toasts.items = toasts.items.filter((item) => item.id !== id)
}
