import { type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { leavePage } from "~/client/leave"
import { startLink, publishLinkEvent, subscribeToLink } from "~/client/link/link"
import type { Reach } from "~/client/link/link-state"
import { reloadOnLostChunk } from "~/client/link/lost-chunk"
import { waitForPageData } from "~/client/link/page-data"
import { revive } from "~/client/revive"
import type { SignedIn } from "~/client/session"
import { listenToTabs } from "~/client/tabs"
import { HISTORY_KEY } from "~/lib/operations"
import { useLocation } from "~/lib/route"

export interface LinkView {
  reach: Reach
  lastKnown: number
  lost: boolean
  asking: boolean
  broken: boolean
}

const toSignIn = (): string => `/login?next=${encodeURIComponent(window.location.pathname + window.location.search)}`

export const useLink = (session: Signal<SignedIn | null>): LinkView => {
  const view = useStore<LinkView>({ reach: "online", lastKnown: 0, lost: false, asking: false, broken: false })
  const place = useLocation()
  useVisibleTask$(
    ({ cleanup }) => {
      cleanup(startLink(window))
      cleanup(waitForPageData(window))
      cleanup(reloadOnLostChunk(window))
      cleanup(
        subscribeToLink((link) => {
          // While online the time is not shown, but changes with every answer.
          if (link.reach !== "online" && link.lastKnown !== null) view.lastKnown = link.lastKnown
          view.reach = link.reach
          view.lost = link.session === "lost"
          view.asking = link.asking
          view.broken = link.broken
        })
      )
      cleanup(
        listenToTabs(async (news) => {
          if (news === "signed-out") {
            sessionStorage.removeItem(HISTORY_KEY)
            return leavePage(toSignIn())
          }
          const now = await revive()
          if (now !== null) session.value = now
        })
      )
      // The back/forward cache may restore a page of an ended session or another user.
      const onPageShow = async (event: PageTransitionEvent) => {
        if (event.persisted && (await revive()) === null) await leavePage(toSignIn())
      }
      window.addEventListener("pageshow", onPageShow)
      cleanup(() => window.removeEventListener("pageshow", onPageShow))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => place.url.pathname)
      publishLinkEvent({ type: "moved" })
    },
    { strategy: "document-ready" }
  )
  return view
}
