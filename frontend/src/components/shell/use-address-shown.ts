import { useVisibleTask$ } from "@builder.io/qwik"
import { isShown } from "~/lib/address"
import { useLocation, useNavigate } from "~/lib/route"

/** After two steps of the history in quick succession Qwik City shows the page that was ready last, which may be the first of them: then goes to the one that the address names. */
export const useAddressShown = (): void => {
  const location = useLocation()
  const navigate = useNavigate()
  useVisibleTask$(
    ({ track }) => {
      track(() => location.url)
      if (!track(() => location.isNavigating) && !isShown(location)) void navigate(window.location.href, { type: "popstate" })
    },
    { strategy: "document-ready" }
  )
}
