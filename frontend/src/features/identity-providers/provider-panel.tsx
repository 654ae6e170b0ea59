import { $, component$, type QRL, useStore } from "@builder.io/qwik"
import type { TestReport } from "~/client/identity-providers"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { CheckList } from "./check-list"
import { ProviderFacts } from "./provider-facts"
import { type ProviderRow, TYPES } from "./provider-row"
import { testSaved } from "./test-saved"

interface ProviderPanelProps {
  readonly row: ProviderRow
  readonly onClose$: QRL<() => void>
  readonly onEdit$: QRL<() => void>
  readonly onDelete$: QRL<() => void>
}

export const ProviderPanel = component$<ProviderPanelProps>(({ onClose$, onDelete$, onEdit$, row }) => {
  const test = useStore<{ busy: boolean; error: string; report: TestReport | null }>({ busy: false, error: "", report: null })
  const run = $(async () => {
    Object.assign(test, { busy: true, error: "", report: null })
    try {
      test.report = await testSaved(row)
    } catch (cause) {
      test.error = asProblem(cause).message
    } finally {
      test.busy = false
    }
  })
  const fixed = row.source === "environment"
  return (
    <Panel kind={TYPES[row.type]} title={row.label} onClose$={onClose$}>
      {fixed && <p class="alert mb-4"><Icon name="lock" /><span>It comes from the service’s environment: whoever runs the service changes it there.</span></p>}
      <ProviderFacts row={row} />
      <div aria-live="polite" class="mt-4 empty:hidden">
        {test.error && <p class="alert alert-danger"><Icon name="circle-alert" /><span>{test.error}</span></p>}
        {test.report && <div class="card bg-sunken p-3"><CheckList report={test.report} /></div>}
      </div>
      <div q:slot="actions" class="contents">
        {!fixed && <button type="button" class="btn btn-secondary flex-1" onClick$={onEdit$}><Icon name="pencil" /> Change</button>}
        <button type="button" class="btn btn-secondary flex-1" disabled={test.busy} onClick$={run}>
          <Icon name={test.busy ? "loader-circle" : "plug"} class={test.busy ? "spin" : undefined} /> {test.busy ? "Trying…" : "Test connection"}
        </button>
        {!fixed && <button type="button" class="btn btn-secondary btn-icon text-danger" aria-label={`Delete ${row.label}`} onClick$={onDelete$}><Icon name="trash-2" /></button>}
      </div>
    </Panel>
  )
})
