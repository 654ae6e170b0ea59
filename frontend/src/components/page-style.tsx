import { component$ } from "@builder.io/qwik"
import { useLocation } from "~/lib/route"
import { isGate } from "~/lib/gate"
import ofConsole from "../global.css?url"
import ofGate from "../gate.css?url"

/** The one style sheet of a page. Ways between those before sign-in and those behind it load the document anew. */
export const PageStyle = component$(() => {
  const { url: { pathname } } = useLocation()
  return <link rel="stylesheet" href={isGate(pathname) ? ofGate : ofConsole} />
})
