import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, type Subject, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { date } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { takeQueryParam } from "~/lib/take-query-param"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"
import { PortalPage } from "./portal-page"
import {
  type PortalRequest,
  type RequestType,
  REQUEST_STATES,
  requestSummary,
  REQUEST_TYPES,
  textOrEmpty
} from "./request"
import { ApproveDialog, NewRequestDialog, RejectDialog } from "./request-dialogs"
import type { Space } from "./space"
import { hasPortalPermission, portalRights, usePortal } from "./use-portal"

const ASKABLE_TYPES = ["space", "quota", "access"] as const satisfies ReadonlyArray<RequestType>

interface RowProps {
  readonly request: PortalRequest
  readonly spaces: ReadonlyArray<Space>
  readonly accountId: number
  readonly decides: boolean
  readonly approving: Signal<PortalRequest | null>
  readonly rejecting: Signal<PortalRequest | null>
  readonly own: boolean
  readonly onChanged$: QRL<() => unknown>
}

const RequestRow = component$<RowProps>(
  ({ accountId, approving, decides, onChanged$, own, rejecting, request, spaces }) => {
    const { text, tone } = REQUEST_STATES[request.state]
    const withdraw = useAction({
      run$: $(({ id }: Subject) =>
        callIn({ accountId }, "POST /api/portal/requests/:request_id/withdraw", { params: { request_id: Number(id) } })
      ),
      after$: onChanged$,
      toast$: $(() => ({ text: "The request is withdrawn" }))
    })
    const note = textOrEmpty(request.payload["note"])
    const pending = request.state === "pending"
    return (
      <li class="grid gap-2 py-3" data-testid="request">
        <div class="flex flex-wrap items-center gap-2">
          <b class="font-medium">{REQUEST_TYPES[request.type].noun}</b>
          <Badge text={text} tone={tone} />
          <span class="text-xs text-ink-3">
            {!own && <span class="wrap-anywhere">{request.email}, </span>}
            <Ago at={request.created_at} />
          </span>
        </div>
        <p class="wrap-anywhere">{requestSummary(request.type, request.payload, spaces)}</p>
        {note !== "" && <p class="text-ink-2 wrap-anywhere">“{note}”</p>}
        {request.result !== null && (
          <p class="text-ink-2 wrap-anywhere">
            Given: {requestSummary(request.type, request.result, spaces)}
            {request.expires_at !== null && `, until ${date(request.expires_at)}`}
          </p>
        )}
        {request.reason !== null && <p class="text-ink-2 wrap-anywhere">Reason: {request.reason}</p>}
        {pending && (
          <div class="flex flex-wrap gap-2">
            {decides && (
              <>
                <button
                  type="button"
                  class="btn btn-primary btn-sm"
                  onClick$={() => {
                    approving.value = request
                  }}
                >
                  <Icon name="check" /> Approve…
                </button>
                <button
                  type="button"
                  class="btn btn-secondary btn-sm"
                  onClick$={() => {
                    rejecting.value = request
                  }}
                >
                  <Icon name="x" /> Reject…
                </button>
              </>
            )}
            {own && (
              <ActionButton
                action={withdraw}
                on={{ id: request.id, name: REQUEST_TYPES[request.type].noun }}
                label="Withdraw"
                class="btn-secondary btn-sm"
              />
            )}
          </div>
        )}
      </li>
    )
  }
)

export const RequestsPage = component$<{ readonly accountId: number }>(({ accountId }) => {
  const portal = usePortal()
  const me = useMe()
  const location = useLocation()
  const asking = useSignal<{ readonly type: RequestType } | null>(null)
  const approving = useSignal<PortalRequest | null>(null)
  const rejecting = useSignal<PortalRequest | null>(null)
  const requests = useLoaded(
    $(async (signal: AbortSignal) => (await callIn({ accountId }, "GET /api/portal/requests", { signal })).items)
  )
  const spaces = useLoaded(
    $(async (signal: AbortSignal) => (await callIn({ accountId }, "GET /api/portal/spaces", { signal })).items)
  )
  const rights = portalRights(portal)
  const mayAsk = hasPortalPermission(portal, "requests.create")
  const mayDecide = hasPortalPermission(portal, "requests.decide")
  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      const named = takeQueryParam("create")
      const type = ASKABLE_TYPES.find((one) => one === named)
      if (type !== undefined) asking.value = { type }
    },
    { strategy: "document-ready" }
  )
  const onChanged$ = $(() => reload(requests, spaces))
  const list = requests.value
  const loadedSpaces = spaces.value ?? []
  const hasWhole = loadedSpaces.some(({ prefix, right }) => prefix === "" && right !== null)
  const pending = mayDecide ? (list?.filter(({ state }) => state === "pending") ?? []) : []
  const others = list?.filter((request) => !pending.includes(request)) ?? []
  const off = rights !== null && !rights.features.requests
  const parts = [
    { title: "To decide", rows: pending },
    { title: mayDecide ? "All requests" : "Your requests", rows: others }
  ].filter(({ rows }) => rows.length > 0)
  return (
    <PortalPage title="Requests" text={off || mayDecide ? undefined : "A Portal manager decides what you ask for."}>
      {off ? (
        <div class="grid justify-items-center pt-6">
          <EmptyState
            icon="lock"
            title="Requests are switched off"
            text="Ask a Portal manager of this account directly."
          />
        </div>
      ) : (
        <>
          {mayAsk && (
            <div class="mb-6 flex flex-wrap gap-2">
              {ASKABLE_TYPES.filter((type) => type !== "quota" || hasWhole).map((type) => (
                <button
                  key={type}
                  type="button"
                  class="btn btn-secondary"
                  onClick$={() => {
                    asking.value = { type }
                  }}
                >
                  <Icon name="plus" /> {REQUEST_TYPES[type].ask}
                </button>
              ))}
            </div>
          )}
          {requests.problem ? (
            <div class="grid justify-items-center pt-6">
              <ErrorState
                title="The requests could not be loaded"
                problem={requests.problem}
                onRetry$={$(() => reload(requests, spaces))}
              />
            </div>
          ) : list === null ? (
            <span class="skeleton block h-24" role="status" aria-label="Loading" />
          ) : list.length === 0 ? (
            <p class="text-ink-2" data-testid="no-request">
              No request yet.
            </p>
          ) : (
            parts.map(({ rows, title }) => (
              <section key={title} class="mb-7" aria-label={title}>
                <h2 class="mb-2 font-medium">{title}</h2>
                <ul class="card divide-y divide-line px-4">
                  {rows.map((request) => (
                    <RequestRow
                      key={`${request.id} ${request.state}`}
                      request={request}
                      spaces={loadedSpaces}
                      accountId={accountId}
                      decides={mayDecide}
                      own={request.user_id === me.value?.id}
                      approving={approving}
                      rejecting={rejecting}
                      onChanged$={onChanged$}
                    />
                  ))}
                </ul>
              </section>
            ))
          )}
        </>
      )}
      <NewRequestDialog accountId={accountId} open={asking} spaces={loadedSpaces} onChanged$={onChanged$} />
      <ApproveDialog accountId={accountId} open={approving} spaces={loadedSpaces} onChanged$={onChanged$} />
      <RejectDialog accountId={accountId} open={rejecting} spaces={loadedSpaces} onChanged$={onChanged$} />
    </PortalPage>
  )
})
