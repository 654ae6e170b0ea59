import { component$, Slot } from "@builder.io/qwik"
import { EndpointGate } from "~/features/gateways/cluster-endpoint/endpoint-gate"

export default component$(() => (
  <EndpointGate>
    <Slot />
  </EndpointGate>
))
