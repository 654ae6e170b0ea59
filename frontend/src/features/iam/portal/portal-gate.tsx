import { $, component$, Slot } from "@builder.io/qwik"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { useLocation } from "~/lib/route"
import { reload } from "~/lib/use-loaded"
import { navItemOf } from "~/lib/workspaces"
import { AccountSelect } from "./account-select"
import { ACCOUNT_PARAMETER, usePortalProvider } from "./use-portal"

export const PortalGate = component$(() => {
  const location = useLocation()
  const { accounts, id, state } = usePortalProvider()
  const list = accounts.value
  const isUnknown = list !== null && id.value === null && location.url.searchParams.has(ACCOUNT_PARAMETER)
  const problem = (list === null ? accounts.problem : undefined) ?? state.problem
  const isUnavailable = isUnknown || list?.length === 0 || problem?.code === "workspace_unavailable"
  if (!isUnavailable && problem === undefined) return <Slot />
  return (
    <ListingPage>
      <PageHeader title={navItemOf(location.url.pathname)?.label ?? "Portal"} />
      <div class="grid flex-1 place-items-center p-6" data-testid="portal-unavailable">
        {isUnavailable ? (
          <EmptyState
            icon="lock"
            title="The Portal is not open to you here"
            text="It is switched off for this account, or you have no Portal role in it. Ask an administrator."
          >
            <AccountSelect />
          </EmptyState>
        ) : (
          problem && (
            <ErrorState
              title="The Portal could not be loaded"
              problem={problem}
              onRetry$={$(() => reload(accounts, state))}
            />
          )
        )}
      </div>
    </ListingPage>
  )
})
