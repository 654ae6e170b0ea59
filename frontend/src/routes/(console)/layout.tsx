import { component$, Slot, useContextProvider, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { RequestHandler } from "@builder.io/qwik-city"
import type { SignedIn } from "~/client/session"
import { CommandPalette } from "~/components/shell/command-palette"
import { ContextGate } from "~/components/shell/context-gate"
import { RouteGuard } from "~/components/shell/door"
import { KeyHelp } from "~/components/shell/key-help"
import { LinkBanner } from "~/components/shell/link-banner"
import { OperationsHost } from "~/components/shell/operations-host"
import { RailToggle } from "~/components/shell/rail-toggle"
import { SideNav } from "~/components/shell/side-nav"
import { StepUpDialog } from "~/components/shell/step-up-dialog"
import { Toaster } from "~/components/shell/toaster"
import { TopBar } from "~/components/shell/top-bar"
import { useHistoryFix } from "~/components/shell/use-history-fix"
import { useContextsOfWorkspace } from "~/components/shell/use-contexts-of-workspace"
import { useLink } from "~/components/shell/use-link"
import { useSessionGuard } from "~/components/shell/use-session-guard"
import { SignInDialog } from "~/features/identity/signin/sign-in-dialog"
import { Tooltips } from "~/components/ui/tooltips"
import { useActiveRuns } from "~/features/platform/runs/use-active-runs"
import { startClock } from "~/lib/clock"
import { type Trail, TrailContext } from "~/lib/crumbs"
import { ContextsContext, contextsOf, type ContextsState } from "~/lib/execution-contexts"
import { frameOf } from "~/lib/frame-of"
import { KeyHelpContext } from "~/lib/key-help"
import { type Operations, OperationsContext } from "~/lib/operations"
import { useLocation } from "~/lib/route"
import { SessionContext } from "~/lib/session-context"
import { SIGNED_IN_HINT } from "~/lib/signed-in-hint"
import { type Toasts, ToastsContext } from "~/lib/toasts"

/** A browser that never signed in sees no empty shell. Programs get 404 without a page (`params.missing`). */
export const onRequest: RequestHandler = ({ cookie, params, redirect, request, url }) => {
  // an open page checks its session and keeps the user's input
  if (cookie.has(SIGNED_IN_HINT) || new URL(request.url).pathname.endsWith("/q-data.json")) return
  if (params["missing"] !== undefined && !request.headers.get("accept")?.includes("text/html")) return
  throw redirect(302, `/login?next=${encodeURIComponent(url.pathname + url.search)}`)
}

/** Stays mounted across pages, so that operations continue. */
export default component$(() => {
  const location = useLocation()
  const workspace = frameOf(location.url.pathname)
  const session = useSignal<SignedIn | null>(null)
  const contexts = useStore<ContextsState>(contextsOf(workspace.contexts), { deep: false })
  const toasts = useStore<Toasts>({ items: [], last: 0 })
  const operations = useStore<Operations>({ present: false, called: 0, userId: "", toasts })
  const trail = useSignal<Trail | null>(null)
  const keyHelp = useSignal<object | null>(null)
  useContextProvider(KeyHelpContext, keyHelp)
  useContextProvider(SessionContext, session)
  useContextProvider(ContextsContext, contexts)
  useContextProvider(TrailContext, trail)
  useContextProvider(ToastsContext, toasts)
  useContextProvider(OperationsContext, operations)
  const link = useLink(session)
  useSessionGuard(session, toasts)
  useVisibleTask$(({ cleanup }) => cleanup(startClock(document)), { strategy: "document-ready" })
  useContextsOfWorkspace(session, contexts)
  useHistoryFix()
  useActiveRuns(operations, session, contexts)
  return (
    <>
      <div class="shell">
        <a href="#main" class="skip-link">
          Skip to content
        </a>
        <TopBar />
        <LinkBanner link={link} />
        <nav class="shell-nav" aria-label={`${workspace.label} pages`}>
          <SideNav />
          <RailToggle />
        </nav>
        <main id="main" class="shell-main min-w-0 overflow-auto bg-surface" tabIndex={-1}>
          <RouteGuard>
            <ContextGate>
              <Slot />
            </ContextGate>
          </RouteGuard>
          {/* axe: tooltips need a landmark */}
          <div id="tooltips" />
        </main>
        <OperationsHost />
      </div>
      <Toaster />
      <Tooltips />
      <CommandPalette />
      <StepUpDialog />
      {link.asking && <SignInDialog session={session} />}
      <KeyHelp />
    </>
  )
})
