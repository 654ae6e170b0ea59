import { createContextId, useContext } from "@builder.io/qwik"

/** What pages know of long work before any of it runs. Everything else is in `components/operations`, and comes when it is needed. */
export interface Operations {
  /** Something runs, or ran and was not put away: the dock is there. */
  present: boolean
  /** Counts how often somebody asked for the dock by its key. */
  called: number
  /** Whose work it is: what a tab remembers is shown to nobody else. */
  whose: string
}

export const OperationsContext = createContextId<Operations>("stowage.operations")

export const useOperations = () => useContext(OperationsContext)

/** Where a tab keeps what it has done. */
export const HISTORY_KEY = "stowage:operations"
