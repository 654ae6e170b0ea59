import { type Signal, useTask$, useVisibleTask$ } from "@builder.io/qwik"
import type { BucketPlace } from "~/lib/bucket-place"
import { type Loaded, readAgain } from "~/lib/use-loaded"
import type { Details } from "./object"
import { idOf, type Standing } from "./standing"

/** What says that an entry is to be looked at again, and hears how it stands. */
export interface Watched {
  /** Counts readings of the listing beside it, which is read whenever its window is looked at again. */
  readonly readings?: number
  readonly standing?: Signal<Standing | null>
}

/** Reads an entry again whenever its listing is, and tells whether it is still there. Under an open dialog nothing changes: it is about what was there when it opened. */
export const useStanding = (loaded: Loaded<number | Details>, props: Watched & { readonly place: BucketPlace; readonly entry: string }): void => {
  useTask$(({ track }) => {
    const value = track(() => loaded.value)
    const problem = track(() => loaded.problem)
    // any other trouble says nothing about it
    if (props.standing && (value !== null || problem !== undefined)) props.standing.value = { of: idOf(props.place, props.entry), gone: problem?.status === 404 }
  })
  useVisibleTask$(
    ({ track }) => {
      const readings = track(() => props.readings ?? 0)
      // the first reading of the listing is no older than its own
      if (readings > 1 && (loaded.value !== null || loaded.problem !== undefined) && document.querySelector("dialog[open]") === null) readAgain(loaded)
    },
    { strategy: "document-ready" }
  )
}
