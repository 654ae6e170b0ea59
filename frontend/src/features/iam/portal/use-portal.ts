import {
  $,
  createContextId,
  type Signal,
  useContext,
  useContextProvider,
  useSignal,
  useVisibleTask$
} from "@builder.io/qwik"
import { call, callIn } from "~/client/call"
import type { Answer, Row } from "~/client/contract"
import { AccountIdContext } from "~/lib/scope"
import { selectedId } from "~/lib/selected-id"
import { useSession } from "~/lib/session-context"
import { type Loaded, reload, useLoaded } from "~/lib/use-loaded"
import { useSelectedId } from "~/lib/use-selected-id"

export type PortalAccount = Row<"GET /api/portal/accounts">
type Rights = Answer<"GET /api/portal/state">
export type Permission = Rights["permissions"][number]

export interface PortalState {
  readonly accounts: Loaded<ReadonlyArray<PortalAccount>>
  readonly id: Signal<string | null>
  readonly state: Loaded<{ readonly id: string | null; readonly rights: Rights | null }>
}

export const ACCOUNT_PARAMETER = "account_id"

const PortalContext = createContextId<PortalState>("stowage.portal")

export const usePortal = () => useContext(PortalContext)

export const portalRights = ({ id, state }: PortalState): Rights | null =>
  state.value?.id === id.value ? (state.value?.rights ?? null) : null

export const hasPortalPermission = (portal: PortalState, permission: Permission): boolean =>
  portalRights(portal)?.permissions.includes(permission) ?? false

export const usePortalProvider = (): PortalState => {
  const session = useSession()
  const stored = useSignal<string | null>(null)
  const accounts = useLoaded(
    $(async (signal: AbortSignal) => (await call("GET /api/portal/accounts", { signal })).items)
  )
  const id = useSelectedId({
    list: accounts,
    parameter: ACCOUNT_PARAMETER,
    select$: $(async (list: ReadonlyArray<PortalAccount>, named: string | null, last: string | null) => {
      if (named === null && last === null && list.length > 1)
        stored.value = (await call("GET /api/users/me")).preferences.selected_portal_account_id
      return selectedId(list, named, [last, stored.value])
    }),
    store$: $(async (selected: string) => {
      if ((accounts.value?.length ?? 0) < 2 || stored.value === selected) return
      stored.value = selected
      await call("PUT /api/users/me", { body: { preferences: { selected_portal_account_id: selected } } })
    })
  })
  const state = useLoaded(
    $(async (signal: AbortSignal) => {
      const account = id.value
      if (account === null) return { id: null, rights: null }
      return {
        id: account,
        rights: await callIn({ accountId: account }, "GET /api/portal/state", { signal })
      }
    })
  )
  useVisibleTask$(
    ({ track }) => {
      const account = track(() => id.value)
      track(() => (session.value?.kind === "user" ? session.value.access_mark : ""))
      if (account !== null) reload(state)
    },
    { strategy: "document-ready" }
  )
  const portal = { accounts, id, state }
  useContextProvider(PortalContext, portal)
  useContextProvider(AccountIdContext, id)
  return portal
}
