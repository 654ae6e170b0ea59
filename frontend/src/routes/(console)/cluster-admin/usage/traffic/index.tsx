import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { TrafficPage } from "~/features/usage/traffic-page"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"

export default component$(() => (
  <TrafficPage>
    <EndpointSelect />
  </TrafficPage>
))

export const head: DocumentHead = { title: "Traffic" }
