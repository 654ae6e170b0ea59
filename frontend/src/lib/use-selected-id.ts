import { type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { isShown, replaceAddress } from "./address"
import { useLocation } from "./route"
import type { Loaded } from "./use-loaded"

type SelectedId = string | null

interface Choice<A> {
  readonly parameter: string
  readonly list: Loaded<ReadonlyArray<A>>
  readonly select$: QRL<
    (list: ReadonlyArray<A>, named: string | null, last: string | null) => SelectedId | Promise<SelectedId>
  >
  readonly store$: QRL<(id: string) => unknown>
}

export const useSelectedId = <A>({ list, parameter, select$, store$ }: Choice<A>): Signal<string | null> => {
  const location = useLocation()
  const id = useSignal<string | null>(null)
  useVisibleTask$(
    async ({ track }) => {
      track(() => location.url.href)
      const rows = track(() => list.value)
      if (rows === null || !isShown(location)) return
      const named = new URLSearchParams(window.location.search).get(parameter)
      id.value = await select$(rows, named, id.value)
      if (id.value === null || !isShown(location)) return
      await store$(id.value)
      const search = new URLSearchParams(window.location.search)
      if (search.has(parameter)) return
      search.set(parameter, id.value)
      replaceAddress(`?${search}`)
    },
    { strategy: "document-ready" }
  )
  return id
}
