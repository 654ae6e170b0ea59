import { component$ } from "@builder.io/qwik"
import { useLocation } from "~/lib/route"
import { isGate } from "~/lib/gate"
import ofConsole from "../global.css?url"
import ofGate from "../gate.css?url"

export const PageStyle = component$(() => {
  const { url: { pathname } } = useLocation()
  return <link rel="stylesheet" href={isGate(pathname) ? ofGate : ofConsole} />
})
