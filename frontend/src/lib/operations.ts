import { createContextId, useContext } from "@builder.io/qwik"
import type { Toasts } from "./toasts"

export interface Operations {
  present: boolean
  called: number
  userId: string
  readonly toasts: Toasts
}

export const OperationsContext = createContextId<Operations>("stowage.operations")

export const useOperations = () => useContext(OperationsContext)

export const HISTORY_KEY = "stowage:operations"
