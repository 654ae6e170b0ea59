import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { isAbort } from "~/client/problem-error"
import { NavLink } from "~/components/ui/nav-link"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { canonicalContextId } from "~/lib/context-state"
import type { ContextsState } from "~/lib/execution-contexts"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { useSession, signedInUser } from "~/lib/session-context"
import { navItemOf } from "~/lib/workspaces"
import { ContextList } from "./context-list"

const LABEL = { manager: "Manager", browser: "Browser" } as const
const MEANING = { manager: "manage the buckets of", browser: "see the objects of" } as const
const OTHER = { manager: "browser", browser: "manager" } as const
const HREF = { manager: "/manager/buckets", browser: "/browser" } as const
const MAX_TEXT_LENGTH = 60

const displayText = (text: string): string => {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "\ufffd")
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line
}

const REASON = {
  shape: "That is not the id of an execution context: those are a number, as 12, or conn- or s3u- and a number.",
  gone: "It is not one of yours, or it does not exist any more. Nothing was opened in its place.",
  several: "An address names one execution context. Nothing was opened."
} as const

const NoContext = component$<{ readonly workspace: NonNullable<ContextsState["workspace"]> }>(({ workspace }) => {
  const session = useSession()
  const elsewhere = useSignal(false)
  const other = OTHER[workspace]
  useVisibleTask$(
    async ({ cleanup, track }) => {
      if (track(() => session.value)?.workspaces.includes(other) !== true) return
      const request = new AbortController()
      cleanup(() => request.abort())
      try {
        elsewhere.value =
          (await call("GET /api/me/execution-contexts", { query: { workspace: other }, signal: request.signal }))
            .length > 0
      } catch (cause) {
        if (!isAbort(cause)) elsewhere.value = false
      }
    },
    { strategy: "document-ready" }
  )
  const registers = session.value?.workspaces.includes("admin") === true
  const superadmin = signedInUser(session.value)?.role === "ui_superadmin"
  return (
    <EmptyState
      icon="users"
      title="There is nobody to act as yet"
      text={
        `${LABEL[workspace]} works in an execution context: an RGW account, an RGW user or an S3 connection ` +
        `that you may ${MEANING[workspace]}. ` +
        (registers
          ? "Register one, and link yourself to it."
          : "None is linked to you. Ask an administrator to link your console user to one.")
      }
    >
      {registers && (
        <NavLink href="/admin/accounts?create=1" class="btn btn-primary">
          {superadmin ? "Register an account" : "Register an RGW account"}
        </NavLink>
      )}
      {elsewhere.value && (
        <NavLink href={HREF[other]} class="btn btn-secondary">
          Open {LABEL[other]}
        </NavLink>
      )}
    </EmptyState>
  )
})

/** A Browser address may name a Manager connection. */
const SharedElsewhere = component$<{ readonly requested: string; readonly shared: Signal<string> }>(
  ({ requested: request, shared }) => {
    useVisibleTask$(
      async ({ cleanup, track }) => {
        const id = canonicalContextId(track(() => request))
        shared.value = ""
        if (id?.startsWith("conn-") !== true) return
        const question = new AbortController()
        cleanup(() => {
          question.abort()
          shared.value = ""
        })
        try {
          const managed = await call("GET /api/me/execution-contexts", {
            query: { workspace: "manager" },
            signal: question.signal
          })
          shared.value = managed.find((context) => context.id === id)?.name ?? ""
        } catch (cause) {
          if (!isAbort(cause)) shared.value = ""
        }
      },
      { strategy: "document-ready" }
    )
    if (shared.value === "") return null
    return (
      <div class="alert mt-3" data-testid="shared-elsewhere">
        <span class="min-w-0">
          <b class="font-medium break-words">{shared.value}</b> is a shared S3 connection: it opens in Manager alone. To
          see its objects here, add its keys as a private connection of yours.{" "}
          <code class="block font-mono text-2xs break-all">shared_connection_manager_access_disabled</code>
          <span class="mt-2 flex flex-wrap gap-2">
            <NavLink href={`/manager/buckets?context_id=${request}`} class="btn btn-secondary btn-sm">
              Open it in Manager
            </NavLink>
            <NavLink href="/profile/connections" class="btn btn-secondary btn-sm">
              Private S3 connections
            </NavLink>
          </span>
        </span>
      </div>
    )
  }
)

export const ContextScreen = component$(() => {
  const contexts = useExecutionContexts()
  const shared = useSignal("")
  const location = useLocation()
  const { problem, state, workspace } = contexts
  if (workspace === null) return null
  return (
    <ListingPage>
      <PageHeader title={navItemOf(location.url.pathname)?.label ?? LABEL[workspace]} />
      <div
        class="grid min-h-0 flex-1 place-items-center overflow-y-auto border-t border-line p-6"
        data-testid="context-screen"
        data-standing={state.status}
      >
        {state.status === "none" && <NoContext workspace={workspace} />}
        {state.status === "failed" && problem && (
          <ErrorState
            title="What you may act as could not be read"
            problem={problem}
            onRetry$={$(() => {
              contexts.requests++
            })}
          />
        )}
        {state.status === "unknown" && (
          <div class="grid w-full max-w-md gap-1" role="status">
            <p class="text-base font-medium">
              {state.why === "several" ? (
                "The address names several execution contexts"
              ) : shared.value !== "" ? (
                <>
                  <span class="font-mono break-all">{displayText(state.requested)}</span> does not open in Browser
                </>
              ) : (
                <>
                  There is no execution context <span class="font-mono break-all">{displayText(state.requested)}</span>{" "}
                  for you
                </>
              )}
            </p>
            {shared.value === "" && <p class="text-ink-2">{REASON[state.why]}</p>}
            {workspace === "browser" && state.why === "gone" && (
              <SharedElsewhere requested={state.requested} shared={shared} />
            )}
            <p class="mt-3 text-ink-2">Choose as whom you want to act:</p>
            <div class="mt-1 overflow-hidden rounded-card border border-line">
              <ContextList id="context-choice" />
            </div>
          </div>
        )}
      </div>
    </ListingPage>
  )
})
