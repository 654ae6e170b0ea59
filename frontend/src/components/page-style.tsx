import { component$ } from "@builder.io/qwik"
import { useLocation } from "~/lib/route"
import { isGate } from "~/lib/gate"
import ofConsole from "../global.css?url"
import ofGate from "../gate.css?url"

/** The page's style sheet. Navigation between sign-in and console reloads the document. */
export const PageStyle = component$(() => {
  const { url: { pathname } } = useLocation()
  return <link rel="stylesheet" href={isGate(pathname) ? ofGate : ofConsole} />
})
