import { useVisibleTask$ } from "@builder.io/qwik"
import { useSession } from "~/lib/session-context"

export const useOwnNews = (): void => {
  const session = useSession()
  useVisibleTask$(
    () => {
      void import("./own-news").then(({ watchOwnNews }) => watchOwnNews(session))
    },
    { strategy: "document-idle" }
  )
}
