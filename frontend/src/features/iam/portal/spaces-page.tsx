import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { useEditing } from "~/components/action"
import { BeginButtons } from "~/components/listing/begin-buttons"
import type { Beginning } from "~/components/listing/types"
import { Badge } from "~/components/ui/badge"
import { Meter } from "~/components/ui/meter"
import { NavLink } from "~/components/ui/nav-link"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { bytes } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { CreateSpaceDialog } from "./create-space-dialog"
import { PortalPage } from "./portal-page"
import { SPACE_RIGHTS, type Space, sizeText, spaceHref, spaceTrouble } from "./space"
import { hasPortalPermission, portalRights, usePortal } from "./use-portal"

type Usage = Answer<"GET /api/portal/usage">

const UsageLine = component$<{ readonly usage: Usage }>(({ usage }) => {
  const { account_quota_bytes: quota, account_quota_state, unmeasured_count, used_bytes } = usage
  return (
    <section class="card mb-5 p-4" aria-label="Usage" data-testid="portal-usage">
      <p class="num">
        <b class="text-lg font-semibold">{`${unmeasured_count > 0 ? "At least " : ""}${bytes(used_bytes)}`}</b>{" "}
        <span class="text-ink-2">{quota === null ? "used" : `of ${bytes(quota)} used`}</span>
      </p>
      {unmeasured_count > 0 && (
        <p class="text-ink-2">
          {`Not measured: ${unmeasured_count} of your storage spaces. Folders have no size of their own.`}
        </p>
      )}
      {account_quota_state === "unknown" && <p class="text-ink-2">The quota of the account is not known.</p>}
      {quota !== null && <Meter used={used_bytes} limit={quota} label="the account's quota" />}
    </section>
  )
})

interface CardProps {
  readonly space: Space
  readonly accountId: number
  readonly quota: number | null
}

const SpaceCard = component$<CardProps>(({ accountId, quota, space }) => {
  const trouble = spaceTrouble(space)
  return (
    <li class="card relative grid min-w-0 content-start gap-2 p-4 hover:bg-hover" data-testid="space">
      <NavLink
        href={spaceHref(accountId, space.id)}
        class="font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-card"
      >
        {space.name}
      </NavLink>
      <p class="text-ink-2">{sizeText(space)}</p>
      {quota !== null && space.used_bytes !== null && (
        <Meter used={space.used_bytes} limit={quota} label={`the account's quota used by ${space.name}`} />
      )}
      <p class="flex flex-wrap gap-1">
        <Badge text={space.right === null ? "Not a member" : SPACE_RIGHTS[space.right]} />
        {space.private && <Badge text="Private" />}
        {trouble && <Badge text={trouble.text} tone={trouble.tone} />}
      </p>
    </li>
  )
})

export const SpacesPage = component$<{ readonly accountId: number }>(({ accountId }) => {
  const portal = usePortal()
  const rights = portalRights(portal)
  const creating = useEditing<Space>()
  const spaces = useLoaded(
    $(async (signal: AbortSignal) => (await callIn({ accountId }, "GET /api/portal/spaces", { signal })).items)
  )
  const usage = useLoaded($((signal: AbortSignal) => callIn({ accountId }, "GET /api/portal/usage", { signal })))
  const mayCreate = hasPortalPermission(portal, "spaces.create") || hasPortalPermission(portal, "private_spaces.create")
  const mayAsk = hasPortalPermission(portal, "requests.create") && !hasPortalPermission(portal, "spaces.create")
  const begin: ReadonlyArray<Beginning> = [
    ...(mayAsk
      ? [
          {
            intent: "ask",
            label: "Ask for storage",
            icon: "list-checks",
            opens: "/portal/requests?create=space"
          } as const
        ]
      : []),
    ...(mayCreate ? [{ intent: "create", label: "Create space", icon: "plus", opens: creating } as const] : [])
  ]
  const none = spaces.value?.length === 0
  return (
    <PortalPage title="Storage" text={portal.accounts.value?.find(({ id }) => id === accountId)?.name}>
      {spaces.value !== null && !none && (
        <div q:slot="actions" class="flex flex-wrap gap-2">
          <BeginButtons begin={begin} />
        </div>
      )}
      {spaces.problem ? (
        <div class="grid justify-items-center pt-6">
          <ErrorState
            title="Your storage could not be loaded"
            problem={spaces.problem}
            onRetry$={$(() => reload(spaces, usage))}
          />
        </div>
      ) : spaces.value === null || rights === null ? (
        <div class="grid gap-3 sm:grid-cols-2" role="status" aria-label="Loading">
          <span class="skeleton h-28" />
          <span class="skeleton h-28" />
        </div>
      ) : none ? (
        <div class="grid justify-items-center pt-6" data-testid="no-space">
          <EmptyState
            icon="hard-drive"
            title="You have no storage yet"
            text={
              !rights.features.storage_spaces
                ? "This account cannot give out storage. Ask an administrator."
                : mayCreate
                  ? "Create a storage space: a place for your files that programs can use."
                  : mayAsk
                    ? "Ask for a storage space, or for access to one that others use."
                    : "A Portal manager gives you access to storage."
            }
          >
            <BeginButtons begin={begin} />
          </EmptyState>
        </div>
      ) : (
        <>
          {usage.value && <UsageLine usage={usage.value} />}
          <ul class="grid gap-3 sm:grid-cols-2" aria-label="Storage spaces">
            {spaces.value.map((space) => (
              <SpaceCard
                key={space.id}
                space={space}
                accountId={accountId}
                quota={usage.value?.account_quota_bytes ?? null}
              />
            ))}
          </ul>
        </>
      )}
      <CreateSpaceDialog accountId={accountId} open={creating} onCreated$={$(() => reload(spaces, usage))} />
    </PortalPage>
  )
})
