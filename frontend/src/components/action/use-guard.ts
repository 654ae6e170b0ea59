import { $, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { useNavigate, useNavigationGuards } from "~/lib/route"

/** Where somebody wanted to go while something is not saved. */
export interface Way {
  readonly href: string
  /** By the browser's Back or Forward. */
  readonly back: boolean
}

export interface Guard {
  /** Where they wanted to go; while it is set, they are asked. */
  readonly wanted: Signal<Way | null>
  /** Goes there, whatever is not saved. */
  readonly leave$: QRL<() => Promise<void>>
  /** Lets the next navigation pass: it was saved. */
  readonly release$: QRL<() => void>
}

/** A popstate that is older than this belongs to another navigation. */
const SAME_STEP_MS = 1_000

/**
 * Holds the page while `held` is true: links, the palette, Back and Forward ask first, and the browser asks before it reloads or
 * closes the tab. Another query of the same page (a tab, a panel) is no way out.
 */
export const useGuard = (held: Signal<boolean>): Guard => {
  const wanted = useSignal<Way | null>(null)
  const open = useSignal(false)
  const popped = useSignal(0)
  const navigate = useNavigate()
  useVisibleTask$(
    ({ cleanup }) => {
      const note = () => { popped.value = performance.now() }
      window.addEventListener("popstate", note, { capture: true })
      cleanup(() => window.removeEventListener("popstate", note, { capture: true }))
    },
    { strategy: "document-ready" }
  )
  const refuses$ = $((to?: URL | number) => {
    if (!held.value || open.value) return false
    if (to !== undefined) {
      const back = typeof to === "number" || (popped.value > 0 && performance.now() - popped.value < SAME_STEP_MS)
      wanted.value = { href: typeof to === "number" ? "" : to.href, back }
    }
    return true
  })
  const guards = useNavigationGuards()
  // the router comes with the first touch: nothing is held before
  useVisibleTask$(
    async ({ cleanup, track }) => {
      if (track(() => held.value)) cleanup(await guards(refuses$))
    },
    { strategy: "document-ready" }
  )
  const leave$ = $(async () => {
    const way = wanted.value
    if (way === null) return
    open.value = true
    wanted.value = null
    // the page was put back on top of where Back led
    if (way.back) history.back()
    else await navigate(way.href)
  })
  const release$ = $(() => { open.value = true })
  return { wanted, leave$, release$ }
}
