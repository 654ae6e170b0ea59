import { useVisibleTask$ } from "@builder.io/qwik"
import { useSession } from "~/lib/session-context"

/** Follows the user's own events without waiting for an interaction: for pages that show them live. */
export const useOwnNews = (): void => {
  const session = useSession()
  useVisibleTask$(
    () => {
      void import("./own-news").then(({ watchOwnNews }) => watchOwnNews(session))
    },
    { strategy: "document-idle" }
  )
}
