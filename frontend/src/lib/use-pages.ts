import { type NoSerialize, noSerialize, type QRL, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"

interface CursorPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

export interface Pages<A> {
  items: ReadonlyArray<A>
  next: string | null
  isRead: boolean
  busy: boolean
  problem: NoSerialize<ProblemError> | undefined
  requests: number
}

export type ReadPage<A> = QRL<(cursor: string | null, signal?: AbortSignal) => Promise<CursorPage<A>>>

export const usePages = <A>(read$: ReadPage<A>): Pages<A> => {
  const pages = useStore<Pages<A>>(
    { items: [], next: null, isRead: false, busy: false, problem: undefined, requests: 0 },
    { deep: false }
  )
  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => pages.requests)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      try {
        const { items, next_cursor } = await read$(null, controller.signal)
        pages.items = items
        pages.next = next_cursor
        pages.isRead = true
        pages.problem = undefined
      } catch (cause) {
        if (!isAbort(cause)) pages.problem = noSerialize(asProblem(cause))
      }
    },
    { strategy: "document-ready" }
  )
  return pages
}

export const readNextPage = async <A>(pages: Pages<A>, read$: ReadPage<A>): Promise<void> => {
  if (pages.busy || pages.next === null) return
  pages.busy = true
  const { requests: requestNumber } = pages
  try {
    const { items, next_cursor } = await read$(pages.next)
    // This page belongs to a previous reading.
    if (pages.requests !== requestNumber) return
    pages.items = [...pages.items, ...items]
    pages.next = next_cursor
    pages.problem = undefined
  } catch (cause) {
    pages.problem = noSerialize(asProblem(cause))
  } finally {
    pages.busy = false
  }
}
