import { component$, type Signal, Slot } from "@builder.io/qwik"
import { validTab, Tabs } from "~/components/ui/tabs"

interface PanelTabsProps {
  readonly name: string
  readonly tabs: ReadonlyArray<{ readonly id: string; readonly label: string }>
  readonly current: Signal<string>
}

export const PanelTabs = component$<PanelTabsProps>(({ current, name, tabs }) => (
  <>
    <div class="sticky top-0 z-10 -mx-4 mb-4 border-b border-line bg-surface px-4">
      <Tabs id="details" label={`About ${name}`} tabs={tabs} current={current} />
    </div>
    <div role="tabpanel" id="details-panel" aria-labelledby={`details-${validTab(tabs, current.value)}`}>
      <Slot />
    </div>
  </>
))
