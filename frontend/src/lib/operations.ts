import { createContextId, useContext } from "@builder.io/qwik"
import type { Toasts } from "./toasts"

/** What pages know of long work before any of it runs. Everything else is in `components/operations`, and comes when it is needed. */
export interface Operations {
  /** Something runs, or ran and was not put away: the dock is there. */
  present: boolean
  /** Counts how often somebody asked for the dock by its key. */
  called: number
  /** Whose work it is: what a tab remembers is shown to nobody else. */
  whose: string
  /** Where it is said how work ended that may be over before anybody saw it run. */
  readonly toasts: Toasts
}

export const OperationsContext = createContextId<Operations>("stowage.operations")

export const useOperations = () => useContext(OperationsContext)

/** Where a tab keeps what it has done. */
export const HISTORY_KEY = "stowage:operations"
