import { component$, isServer, useServerData } from "@builder.io/qwik"
import program from "virtual:early"
import { frameOf } from "~/lib/frame-of"
import { isAuthPage, isVisit } from "~/lib/auth-page"
import { useLocation } from "~/lib/route"

export const EarlyStart = component$(() => {
  const {
    url: { pathname }
  } = useLocation()
  const nonce = useServerData<string>("nonce")
  const gate = isAuthPage(pathname) || isVisit(pathname)
  const contexts = gate ? null : frameOf(pathname).contexts
  const requestedId =
    pathname === "/login"
      ? ["/api/auth/session", "/api/auth/providers"]
      : gate
        ? []
        : ["/api/auth/session", ...(contexts === null ? [] : [`/api/me/execution-contexts?workspace=${contexts}`])]
  return (
    <script
      nonce={nonce}
      data-ask={requestedId.join(" ")}
      data-later=""
      {...(contexts === null ? {} : { "data-context": contexts })}
      dangerouslySetInnerHTML={isServer ? program : ""}
    />
  )
})
