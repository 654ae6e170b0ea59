import { type NoSerialize, noSerialize, type Signal, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import type { RunPlace } from "~/components/operations/operation"
import { inOrder, type Item, type Run } from "./run"
import { readItems, readRun } from "./run-place"
import { routesOf } from "./run-routes"

const PAGE_SIZE = 500

export interface FollowedRun {
  readonly state: { run: Run | null; items: ReadonlyArray<Item> }
  readonly problem: Signal<NoSerialize<ProblemError> | undefined>
  readonly refreshes: Signal<number>
}

export const useRun = (place: RunPlace, id: number): FollowedRun => {
  const state = useStore<FollowedRun["state"]>({ run: null, items: [] }, { deep: false })
  const problem = useSignal<NoSerialize<ProblemError>>()
  const refreshes = useSignal(0)
  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => refreshes.value)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      const itemsById = new Map<number, Item>()
      const storeItems = (items: ReadonlyArray<Item>) => {
        for (const item of items) itemsById.set(item.ordinal, item)
        state.items = inOrder(itemsById.values())
      }
      const loadItems = async () => {
        const pages = [{ state: "failed" as const, limit: PAGE_SIZE }, { limit: PAGE_SIZE }].map((query) =>
          readItems(place, id, query, controller.signal)
        )
        storeItems((await Promise.all(pages)).flatMap(({ items }) => items))
      }
      const failed = (cause: unknown) => {
        if (!isAbort(cause)) problem.value = noSerialize(asProblem(cause))
      }
      try {
        state.run = await readRun(place, id, controller.signal)
        await loadItems()
        problem.value = undefined
        const following = new AbortController()
        cleanup(() => following.abort())
        await routesOf(place)(id).follow(following.signal, (frame) => {
          if (frame.event === "done") {
            following.abort()
            void loadItems().catch(failed)
            return
          }
          state.run = frame.data.run
          storeItems(frame.data.items)
          if (frame.data.items_changed) void loadItems().catch(failed)
        })
      } catch (cause) {
        failed(cause)
      }
    },
    { strategy: "document-ready" }
  )
  return { state, problem, refreshes }
}
