import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { placesFor, type RowRange, scaleOf, scrollToShow, TALLEST, turnAfter, visibleRange } from "~/lib/virtual"
import type { TableState } from "./use-resource-table"

/** Height of the sticky head, in pixels. */
export const HEAD_HEIGHT = 34

/** Below this width a row is a card, in rem: the style sheet has the same. */
const CARDS = 30

const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Height of a card, in rem: its name, a line for each other field, and room around. */
export const cardHeight = (fields: number): number => 3 + Math.max(0, fields - 1) * 1.375

/** Height of a row in pixels, as the density says, or the number of lines in a card. */
export const rowHeight = (grid: HTMLElement): number => {
  if (grid.clientWidth >= CARDS * rem()) return parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row-h")) * rem()
  return cardHeight(Number(grid.dataset["fields"] ?? 1)) * rem()
}

/** What a scrolled pixel of the grid stands for, as it was drawn last. */
const scale = (grid: HTMLElement): number => Number(grid.dataset["scale"] ?? 1)

/** How far the rows of a grid are scrolled, in pixels of rows. */
export const rowsTop = (grid: HTMLElement): number => grid.scrollTop * scale(grid)

export const scrollRowsTo = (grid: HTMLElement, top: number): void => { grid.scrollTop = top / scale(grid) }

/** Scrolls the grid as little as possible so that a row is whole. */
export const revealRow = (grid: HTMLElement, row: number): void => {
  const top = rowsTop(grid)
  const wanted = scrollToShow(row, top, grid.clientHeight - HEAD_HEIGHT, rowHeight(grid))
  if (wanted !== top) scrollRowsTo(grid, wanted)
}

/** Rows in the DOM, how many blocks of them there may be at most, and which of the places for blocks is the first. */
export interface ShownRange extends RowRange {
  readonly places: number
  readonly turn: number
}

/**
 * The rows in the DOM, as the grid scrolls. Heights and offsets go straight to the CSSOM:
 * the page's policy forbids style attributes, and only a changed range may cause a rendering.
 */
export const useRowRange = (state: TableState, grid: Signal<HTMLElement | undefined>, body: Signal<HTMLElement | undefined>, window: Signal<HTMLElement | undefined>) => {
  const range = useSignal<ShownRange>({ start: 0, end: 0, places: 1, turn: 0 })
  useVisibleTask$(
    ({ track, cleanup }) => {
      const count = track(() => state.count)
      const scroller = grid.value
      if (!scroller) return
      let frame = 0
      let drawn = 0
      const update = () => {
        frame = 0
        const height = rowHeight(scroller)
        // rows and cards are as high as this says: what is computed and what is drawn are one number
        if (drawn !== height) scroller.style.setProperty("--row-h", `${height}px`)
        drawn = height
        const viewport = scroller.clientHeight - HEAD_HEIGHT
        const before = rowsTop(scroller)
        const scaled = scaleOf(viewport, height, count)
        if (body.value) body.value.style.height = `${Math.min(count * height, TALLEST)}px`
        if (scaled !== scale(scroller)) {
          // more rows than before: those that show stay where they are
          scroller.dataset["scale"] = String(scaled)
          scrollRowsTo(scroller, before)
        }
        const top = rowsTop(scroller)
        const next = visibleRange(top, viewport, height, count)
        if (window.value) window.value.style.transform = `translateY(${next.start * height - top + scroller.scrollTop}px)`
        const places = placesFor(viewport, height)
        if (next.start !== range.value.start || next.end !== range.value.end || places !== range.value.places) range.value = { ...next, places, turn: turnAfter(range.value, next, places) }
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
