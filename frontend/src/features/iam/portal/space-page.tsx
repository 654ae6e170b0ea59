import { $, component$, Slot, useSignal, useTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import {
  ActionButton,
  ConfirmDialog,
  EditDialog,
  type FieldsProps,
  orGone,
  useAction,
  useEditing
} from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { DangerZone } from "~/components/ui/danger-zone"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { Meter } from "~/components/ui/meter"
import { NavLink } from "~/components/ui/nav-link"
import { NewKeyDialog } from "~/components/ui/new-key-dialog"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { browserHref } from "~/lib/browser-href"
import { useTrail } from "~/lib/crumbs"
import { date } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { useGoTo } from "~/lib/use-go-to"
import { reload, useLoaded } from "~/lib/use-loaded"
import { createKey } from "./create-key"
import { KeyFields } from "./key-fields"
import { MembersSection } from "./members-section"
import { PortalPage } from "./portal-page"
import { SPACE_RIGHTS, type Space, sizeText, spaceTrouble } from "./space"
import { hasPortalPermission, usePortal } from "./use-portal"

interface SpaceSubject {
  readonly id: number
  readonly name: string
  readonly accountId: number
}

const readSpace = (accountId: number, id: number, signal?: AbortSignal): Promise<Space> =>
  callIn({ accountId }, "GET /api/portal/spaces/:space_id", { params: { space_id: id }, signal })

const DeleteText = component$(() => <p>Its members lose access. The bucket and its objects stay.</p>)

const RenameFields = component$<FieldsProps<Space>>(({ row }) => (
  <div class="px-5 py-4">
    <Field name="name" label="Name" value={row?.name} maxLength={100} required autoFocus />
  </div>
))

const SpaceFacts = component$<{ readonly space: Space; readonly quota: number | null }>(({ quota, space }) => (
  <dl class="facts" data-testid="space-facts">
    <dt>Size</dt>
    <dd>{sizeText(space)}</dd>
    {quota !== null && space.used_bytes !== null && (
      <>
        <dt>Share of the quota</dt>
        <dd class="max-w-60">
          <Meter used={space.used_bytes} limit={quota} label="the account's quota" />
        </dd>
      </>
    )}
    <dt>Your right</dt>
    <dd>{space.right === null ? "None: you are not a member" : SPACE_RIGHTS[space.right]}</dd>
    <dt>Bucket</dt>
    <dd class="font-mono text-xs break-all">{space.bucket_name}</dd>
    {space.prefix !== "" && (
      <>
        <dt>Folder</dt>
        <dd class="font-mono text-xs break-all">{space.prefix}</dd>
      </>
    )}
    <dt>Created</dt>
    <dd>{date(space.created_at)}</dd>
  </dl>
))

const Trouble = component$<{ readonly space: Space }>(({ space }) => {
  const trouble = spaceTrouble(space)
  if (trouble === null) return null
  const problem = space.access?.problem ?? ""
  return (
    <p class={["alert", trouble.tone === "info" ? "" : "alert-warn"]} role="status">
      <Icon name={trouble.tone === "info" ? "info" : "triangle-alert"} />
      <span class="min-w-0 wrap-anywhere">
        {space.bucket_state === "missing"
          ? "Its bucket was deleted. Nothing can be stored in this space any more."
          : space.bucket_state === "creating"
            ? "Its bucket is being created. If that was interrupted, it goes on by itself within minutes."
            : `Your access is not set up yet, and is tried again by itself. ${problem}`}
      </span>
    </p>
  )
})

const UseSection = component$<{ readonly space: Space; readonly accountId: number }>(({ accountId, space }) => {
  const portal = usePortal()
  const creating = useSignal<object | null>(null)
  const contextId = space.access?.context_id ?? null
  return (
    <section aria-labelledby="use-space">
      <h2 id="use-space" class="mb-2 font-medium">
        Use it
      </h2>
      <div class="flex flex-wrap gap-2">
        {contextId !== null && (
          <NavLink href={browserHref({ contextId, bucket: space.bucket_name }, space.prefix)} class="btn btn-secondary">
            <Icon name="folder" /> Open its objects
          </NavLink>
        )}
        {hasPortalPermission(portal, "access_keys.manage") && (
          <button
            type="button"
            class="btn btn-primary"
            onClick$={() => {
              creating.value = {}
            }}
          >
            <Icon name="key-round" /> Use it in a program
          </button>
        )}
      </div>
      <p class="mt-2 text-xs text-ink-3">
        A program needs an access key.{" "}
        <NavLink href="/portal/keys" class="link">
          Your keys
        </NavLink>
      </p>
      <NewKeyDialog
        open={creating}
        fields={KeyFields}
        create$={$((values: FormValues) => createKey(accountId, space.id, values["label"] ?? ""))}
        onMade$={$(() => undefined)}
      />
    </section>
  )
})

export const SpacePage = component$<{ readonly accountId: number; readonly spaceId: number }>(
  ({ accountId, spaceId }) => {
    const portal = usePortal()
    const go = useGoTo()
    const location = useLocation()
    const trail = useTrail()
    const renaming = useEditing<Space>()
    const loaded = useLoaded($((signal: AbortSignal) => readSpace(accountId, spaceId, signal)))
    const usage = useLoaded($((signal: AbortSignal) => callIn({ accountId }, "GET /api/portal/usage", { signal })))
    useTask$(({ track }) => {
      const name = track(() => loaded.value?.name)
      trail.value = { path: location.url.pathname, label: name ?? "…" }
    })
    const remove = useAction({
      run$: $(({ accountId, id, name }: SpaceSubject) =>
        callIn({ accountId }, "DELETE /api/portal/spaces/:space_id", {
          params: { space_id: id },
          query: { confirm_name: name }
        })
      ),
      done: "is deleted",
      after$: $(() => go("/portal")),
      again$: $(async ({ accountId, id }: SpaceSubject) => {
        const space = await orGone(readSpace(accountId, id))
        return space === null ? null : { id: space.id, name: space.name, accountId }
      })
    })
    const space = loaded.value
    if (space === null)
      return (
        <PortalPage title="Storage space">
          <div class="grid justify-items-center pt-6">
            {loaded.problem?.status === 404 ? (
              <EmptyState
                icon="hard-drive"
                title="No such storage space"
                text="It was deleted, or you have no access to it."
              >
                <NavLink href="/portal" class="btn btn-secondary">
                  All spaces
                </NavLink>
              </EmptyState>
            ) : loaded.problem ? (
              <ErrorState
                title="This space could not be loaded"
                problem={loaded.problem}
                onRetry$={$(() => reload(loaded, usage))}
              />
            ) : (
              <span class="skeleton block h-40 w-full" role="status" aria-label="Loading" />
            )}
          </div>
        </PortalPage>
      )
    const manages = hasPortalPermission(portal, "members.manage") || space.right === "manage"
    return (
      <PortalPage title={space.name}>
        <div q:slot="actions" class="flex flex-wrap gap-2">
          {space.private && <Badge text="Private" />}
          {manages && (
            <button
              type="button"
              class="btn btn-secondary"
              onClick$={() => {
                renaming.value = { row: space, name: space.name }
              }}
            >
              <Icon name="pencil" /> Rename
            </button>
          )}
        </div>
        <div class="grid gap-7">
          <Trouble space={space} />
          <SpaceFacts space={space} quota={usage.value?.account_quota_bytes ?? null} />
          <Slot name="growth" />
          {space.right !== null && space.bucket_state !== "missing" && space.bucket_state !== "creating" && (
            <UseSection space={space} accountId={accountId} />
          )}
          {manages && <MembersSection accountId={accountId} spaceId={spaceId} isPrivate={space.private} />}
        </div>
        {manages && (
          <DangerZone title="Delete this space" text="Its members lose access. The bucket and its objects stay.">
            <ActionButton
              action={remove}
              on={{ id: space.id, name: space.name, accountId }}
              asks
              label="Delete space"
              icon="trash-2"
              class="btn-secondary text-danger"
            />
          </DangerZone>
        )}
        <ConfirmDialog
          action={remove}
          id="delete-space"
          title="Delete"
          named
          button="Delete space"
          typed="name"
          about={DeleteText}
        />
        <EditDialog
          id="rename-space"
          open={renaming}
          title="Rename"
          submit="Rename"
          changes={{ title: "Rename", submit: "Rename" }}
          fields={RenameFields}
          save$={$((values: FormValues) =>
            callIn({ accountId }, "PATCH /api/portal/spaces/:space_id", {
              params: { space_id: spaceId },
              body: { name: values["name"] ?? "" }
            })
          )}
          after$={$(() => reload(loaded))}
          toast$={$(({ name }: Space) => ({ text: `${name} is saved` }))}
        />
      </PortalPage>
    )
  }
)
