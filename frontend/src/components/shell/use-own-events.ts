import { useVisibleTask$ } from "@builder.io/qwik"
import { useSession } from "~/lib/session-context"

export const useOwnEvents = (): void => {
  const session = useSession()
  useVisibleTask$(
    () => {
      void import("./own-events").then(({ followOwnEvents: watchOwnNews }) => watchOwnNews(session))
    },
    { strategy: "document-idle" }
  )
}
