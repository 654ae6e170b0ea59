import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type RowRange, scrollToShow, visibleRange } from "~/lib/virtual"
import type { TableState } from "./use-resource-table"

/** Height of the sticky head, in pixels. */
export const HEAD_HEIGHT = 34

/** Height of a row in pixels, as the density says. */
export const rowHeight = (): number =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row-h")) * parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Scrolls the grid as little as possible so that a row is whole. */
export const revealRow = (grid: HTMLElement, row: number): void => {
  grid.scrollTop = scrollToShow(row, grid.scrollTop, grid.clientHeight - HEAD_HEIGHT, rowHeight())
}

/**
 * The rows in the DOM, as the grid scrolls. Heights and offsets go straight to the CSSOM:
 * the page's policy forbids style attributes, and only a changed range may cause a rendering.
 */
export const useRowRange = (state: TableState, grid: Signal<HTMLElement | undefined>, body: Signal<HTMLElement | undefined>, window: Signal<HTMLElement | undefined>) => {
  const range = useSignal<RowRange>({ start: 0, end: 0 })
  useVisibleTask$(
    ({ track, cleanup }) => {
      const count = track(() => state.count)
      const scroller = grid.value
      if (!scroller) return
      let frame = 0
      const update = () => {
        frame = 0
        const height = rowHeight()
        const next = visibleRange(scroller.scrollTop, scroller.clientHeight - HEAD_HEIGHT, height, count)
        if (body.value) body.value.style.height = `${count * height}px`
        if (window.value) window.value.style.transform = `translateY(${next.start * height}px)`
        if (next.start !== range.value.start || next.end !== range.value.end) range.value = next
      }
      const later = () => {
        if (!frame) frame = requestAnimationFrame(update)
      }
      update()
      scroller.addEventListener("scroll", later, { passive: true })
      const resized = new ResizeObserver(later)
      resized.observe(scroller)
      const density = new MutationObserver(later)
      density.observe(document.documentElement, { attributeFilter: ["data-density"] })
      cleanup(() => {
        scroller.removeEventListener("scroll", later)
        resized.disconnect()
        density.disconnect()
        cancelAnimationFrame(frame)
      })
    },
    { strategy: "document-ready" }
  )
  return range
}
