import { component$ } from "@builder.io/qwik"
import { useLocation } from "~/lib/route"
import { isAuthPage } from "~/lib/auth-page"
import ofConsole from "../global.css?url"
import ofGate from "../gate.css?url"

export const PageStyle = component$(() => {
  const {
    url: { pathname }
  } = useLocation()
  return <link rel="stylesheet" href={isAuthPage(pathname) ? ofGate : ofConsole} />
})
