import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import {
  rowPlaces,
  type RowRange,
  scrollScale,
  scrollToShow,
  MAX_SCROLL_HEIGHT,
  nextRotation,
  visibleRange
} from "~/lib/virtual"
import type { TableState } from "./use-resource-table"

export const HEAD_HEIGHT = 34

const CARD_WIDTH = 30

const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize)

export const cardHeight = (fields: number): number => 3 + Math.max(0, fields - 1) * 1.375

export const rowHeight = (grid: HTMLElement): number => {
  if (grid.clientWidth >= CARD_WIDTH * rem())
    return parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row-h")) * rem()
  return cardHeight(Number(grid.dataset["fields"] ?? 1)) * rem()
}

const scale = (grid: HTMLElement): number => Number(grid.dataset["scale"] ?? 1)

export const rowsTop = (grid: HTMLElement): number => grid.scrollTop * scale(grid)

export const scrollRowsTo = (grid: HTMLElement, top: number): void => {
  grid.scrollTop = top / scale(grid)
}

export const revealRow = (grid: HTMLElement, row: number): void => {
  const top = rowsTop(grid)
  const wanted = scrollToShow(row, top, grid.clientHeight - HEAD_HEIGHT, rowHeight(grid))
  if (wanted !== top) scrollRowsTo(grid, wanted)
}

export interface ShownRange extends RowRange {
  readonly places: number
  readonly turn: number
}

/** Uses the CSSOM: the CSP forbids style attributes. */
export const useRowRange = (
  state: TableState,
  grid: Signal<HTMLElement | undefined>,
  body: Signal<HTMLElement | undefined>,
  window: Signal<HTMLElement | undefined>
) => {
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
        if (drawn !== height) scroller.style.setProperty("--row-h", `${height}px`)
        drawn = height
        const viewport = scroller.clientHeight - HEAD_HEIGHT
        const before = rowsTop(scroller)
        const scaled = scrollScale(viewport, height, count)
        if (body.value) body.value.style.height = `${Math.min(count * height, MAX_SCROLL_HEIGHT)}px`
        if (scaled !== scale(scroller)) {
          scroller.dataset["scale"] = String(scaled)
          scrollRowsTo(scroller, before)
        }
        const top = rowsTop(scroller)
        const next = visibleRange(top, viewport, height, count)
        if (window.value)
          window.value.style.transform = `translateY(${next.start * height - top + scroller.scrollTop}px)`
        const places = rowPlaces(viewport, height)
        if (next.start !== range.value.start || next.end !== range.value.end || places !== range.value.places)
          range.value = { ...next, places, turn: nextRotation(range.value, next, places) }
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
