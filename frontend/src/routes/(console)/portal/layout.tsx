import { component$, Slot } from "@builder.io/qwik"
import { PortalGate } from "~/features/iam/portal/portal-gate"

export default component$(() => (
  <PortalGate>
    <Slot />
  </PortalGate>
))
