import { useVisibleTask$ } from "@builder.io/qwik"
import { isShown } from "~/lib/address"
import { useLocation, useNavigate } from "~/lib/route"

/** Works around Qwik City: after two quick history steps it may show the first page. */
export const useHistoryFix = (): void => {
  const location = useLocation()
  const navigate = useNavigate()
  useVisibleTask$(
    ({ track }) => {
      track(() => location.url)
      if (!track(() => location.isNavigating) && !isShown(location))
        void navigate(window.location.href, { type: "popstate" })
    },
    { strategy: "document-ready" }
  )
}
