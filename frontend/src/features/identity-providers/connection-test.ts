import { useSignal, useStore, type Signal } from "@builder.io/qwik"
import type { TestReport } from "~/client/identity-providers"

/** A test of what a form says: its button stands at the dialog's foot, what came out in its body. */
export interface ConnectionTest {
  readonly state: { busy: boolean; error: string; report: TestReport | null }
  /** Where the findings are, to be scrolled to. */
  readonly place: Signal<HTMLElement | undefined>
}

export const useConnectionTest = (): ConnectionTest => {
  const state = useStore<ConnectionTest["state"]>({ busy: false, error: "", report: null })
  const place = useSignal<HTMLElement>()
  return { state, place }
}
