import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type RowRange, scrollToShow, visibleRange } from "~/lib/virtual"
import type { TableState } from "./use-resource-table"

/** Height of the sticky head, in pixels. */
export const HEAD_HEIGHT = 34

/** Below this width a row is a card, in rem: the style sheet has the same. */
const CARDS = 30

const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Height of a card, in rem: its name, a line for each other field, and room around. */
export const cardHeight = (fields: number): number => 3 + Math.max(0, fields - 1) * 1.375

/** Height of a row in pixels, as the density says, or the number of fields in a card. */
export const rowHeight = (grid: HTMLElement): number => {
  if (grid.clientWidth >= CARDS * rem()) return parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row-h")) * rem()
  return cardHeight(Number(grid.dataset["fields"] ?? 1)) * rem()
}

/** Scrolls the grid as little as possible so that a row is whole. */
export const revealRow = (grid: HTMLElement, row: number): void => {
  grid.scrollTop = scrollToShow(row, grid.scrollTop, grid.clientHeight - HEAD_HEIGHT, rowHeight(grid))
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
        const height = rowHeight(scroller)
        // rows and cards are as high as this says: what is computed and what is drawn are one number
        scroller.style.setProperty("--row-h", `${height}px`)
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
      density.observe(scroller, { attributeFilter: ["data-fields"] })
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
