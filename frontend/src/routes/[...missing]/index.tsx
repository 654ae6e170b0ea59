import { component$ } from "@builder.io/qwik"
import type { DocumentHead, RequestHandler } from "@builder.io/qwik-city"
import { Gate, GateTitle } from "~/components/gate/gate"

export const onGet: RequestHandler = ({ status }) => {
  status(404)
}

export default component$(() => (
  <Gate>
    <GateTitle title="There is no such page" text="The address may be mistyped, or what it led to has moved." />
    <a class="btn btn-primary btn-lg w-full" href="/">Go to the console</a>
  </Gate>
))

export const head: DocumentHead = { title: "Not found" }
