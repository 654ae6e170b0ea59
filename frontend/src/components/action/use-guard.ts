import { $, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { useNavigate, useNavigationGuards } from "~/lib/route"

export interface LeavingNavigation {
  readonly href: string
  readonly back: boolean
}

export interface LeaveGuard {
  readonly wanted: Signal<LeavingNavigation | null>
  readonly leave$: QRL<() => Promise<void>>
  readonly release$: QRL<() => void>
}

const SAME_STEP_MS = 1_000

/** A new query of the same page (tab, panel) passes. */
export const useGuard = (isDirty: Signal<boolean>): LeaveGuard => {
  const wanted = useSignal<LeavingNavigation | null>(null)
  const open = useSignal(false)
  const popped = useSignal(0)
  const navigate = useNavigate()
  useVisibleTask$(
    ({ cleanup }) => {
      const note = () => {
        popped.value = performance.now()
      }
      window.addEventListener("popstate", note, { capture: true })
      cleanup(() => window.removeEventListener("popstate", note, { capture: true }))
    },
    { strategy: "document-ready" }
  )
  const refuses$ = $((to?: URL | number) => {
    if (!isDirty.value || open.value) return false
    if (to !== undefined) {
      const back = typeof to === "number" || (popped.value > 0 && performance.now() - popped.value < SAME_STEP_MS)
      wanted.value = { href: typeof to === "number" ? "" : to.href, back }
    }
    return true
  })
  const guards = useNavigationGuards()
  useVisibleTask$(
    async ({ cleanup, track }) => {
      if (track(() => isDirty.value)) cleanup(await guards(refuses$))
    },
    { strategy: "document-ready" }
  )
  const leave$ = $(async () => {
    const navigation = wanted.value
    if (navigation === null) return
    open.value = true
    wanted.value = null
    if (navigation.back) history.back()
    else await navigate(navigation.href)
  })
  const release$ = $(() => {
    open.value = true
  })
  return { wanted, leave$, release$ }
}
