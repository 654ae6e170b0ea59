import { component$ } from "@builder.io/qwik"
import type { Quarantine } from "./ending"

type OpenState = "quarantined" | "deleting" | "failed"

export const QUARANTINE_STATES: Readonly<Record<OpenState, string>> = {
  quarantined: "In quarantine",
  deleting: "Being deleted",
  failed: "Not deleted"
}

export const isOpen = (state: Quarantine["state"]): state is OpenState => Object.hasOwn(QUARANTINE_STATES, state)

const badge: Readonly<Record<OpenState, string>> = {
  quarantined: "badge badge-warn",
  deleting: "badge",
  failed: "badge badge-danger"
}

export const QuarantineBadge = component$<{ readonly state: Quarantine["state"] }>(({ state }) =>
  isOpen(state) ? <span class={badge[state]}>{QUARANTINE_STATES[state]}</span> : <span class="text-ink-3">—</span>
)
