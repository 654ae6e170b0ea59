import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { CheckList } from "./check-list"
import type { ConnectionTest } from "./connection-test"

/** What a connection test found. */
export const TestFindings = component$<{ readonly test: ConnectionTest }>(({ test: { place, state } }) => (
  <div ref={place} aria-live="polite" class="scroll-mb-16 empty:hidden">
    {state.error && <p class="alert alert-danger"><Icon name="circle-alert" /><span>{state.error}</span></p>}
    {state.report && <div class="card bg-sunken p-3"><CheckList report={state.report} /></div>}
  </div>
))
