import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { IconName } from "~/lib/icon-names"
import { place } from "~/lib/url-state"
import { useUrlState } from "~/lib/use-url-state"

export interface RunAddress {
  run: string
}

export const useRunAddress = (): RunAddress => useUrlState({ run: place() })

export const selectedRun = ({ run }: RunAddress): number | null => (/^\d{1,9}$/.test(run) ? Number(run) : null)

interface BackToRunsProps {
  readonly address: RunAddress
  readonly label: string
  readonly icon?: IconName
}

export const BackToRuns = component$<BackToRunsProps>(({ address, icon = "arrow-left", label }) => (
  <button
    type="button"
    class="btn btn-secondary"
    onClick$={() => {
      address.run = ""
    }}
  >
    <Icon name={icon} /> {label}
  </button>
))
