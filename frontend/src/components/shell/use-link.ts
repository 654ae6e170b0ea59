import { type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { leave } from "~/client/leave"
import { startLink, tell, watchLink } from "~/client/link/link"
import type { Reach } from "~/client/link/link-state"
import { watchChunks } from "~/client/link/lost-chunk"
import { waitForPageData } from "~/client/link/page-data"
import { revive } from "~/client/revive"
import type { SignedIn } from "~/client/session"
import { hearTabs } from "~/client/tabs"
import { HISTORY_KEY } from "~/lib/operations"
import { useLocation } from "~/lib/route"

/** What the shell shows of the link to the service. */
export interface LinkView {
  reach: Reach
  /** Milliseconds since 1970. */
  lastKnown: number
  lost: boolean
  asking: boolean
  broken: boolean
}

/** Where to come back to. */
const toSignIn = (): string => `/login?next=${encodeURIComponent(window.location.pathname + window.location.search)}`

/** Watches the link to the service and what other tabs do with the session. */
export const useLink = (session: Signal<SignedIn | null>): LinkView => {
  const view = useStore<LinkView>({ reach: "online", lastKnown: 0, lost: false, asking: false, broken: false })
  const place = useLocation()
  useVisibleTask$(
    ({ cleanup }) => {
      cleanup(startLink(window))
      cleanup(waitForPageData(window))
      cleanup(watchChunks(window))
      cleanup(watchLink((link) => {
        // while it is there, every answer moves the time: nothing shows it
        if (link.reach !== "online" && link.lastKnown !== null) view.lastKnown = link.lastKnown
        view.reach = link.reach
        view.lost = link.session === "lost"
        view.asking = link.asking
        view.broken = link.broken
      }))
      cleanup(hearTabs(async (news) => {
        if (news === "signed-out") {
          sessionStorage.removeItem(HISTORY_KEY)
          return leave(toSignIn())
        }
        const now = await revive()
        if (now !== null) session.value = now
      }))
      // a page that Back brings out of the browser's memory may be of a session that is over, or of somebody else
      const shown = async (event: PageTransitionEvent) => {
        if (event.persisted && (await revive()) === null) await leave(toSignIn())
      }
      window.addEventListener("pageshow", shown)
      cleanup(() => window.removeEventListener("pageshow", shown))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => place.url.pathname)
      tell({ type: "moved" })
    },
    { strategy: "document-ready" }
  )
  return view
}
