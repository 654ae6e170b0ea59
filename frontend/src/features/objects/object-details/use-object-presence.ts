import { type Signal, useTask$, useVisibleTask$ } from "@builder.io/qwik"
import type { BucketPlace } from "~/lib/bucket-place"
import { type Loaded, reload } from "~/lib/use-loaded"
import type { Details } from "./object"
import { idOf, type ObjectPresence } from "./object-presence"

export interface WatchedObject {
  readonly readings?: number
  readonly presence?: Signal<ObjectPresence | null>
}

/** Does not reload while a dialog is open, which shows the state at its opening. */
export const useObjectPresence = (
  loaded: Loaded<number | Details>,
  props: WatchedObject & { readonly place: BucketPlace; readonly entry: string }
): void => {
  useTask$(({ track }) => {
    const value = track(() => loaded.value)
    const problem = track(() => loaded.problem)
    // other errors do not tell whether it exists
    if (props.presence && (value !== null || problem !== undefined))
      props.presence.value = { of: idOf(props.place, props.entry), isMissing: problem?.status === 404 }
  })
  useVisibleTask$(
    ({ track }) => {
      const readings = track(() => props.readings ?? 0)
      // skip the first read of the listing, which is as old as the entry
      if (
        readings > 1 &&
        (loaded.value !== null || loaded.problem !== undefined) &&
        document.querySelector("dialog[open]") === null
      )
        reload(loaded)
    },
    { strategy: "document-ready" }
  )
}
