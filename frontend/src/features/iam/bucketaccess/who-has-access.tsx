import { $, component$, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import { problemText } from "~/client/problem-error"
import { ConfirmDialog, useAction } from "~/components/action"
import { fileName } from "~/components/listing/export"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { revokeOfBucket } from "~/features/objects/shares/managed-share"
import { type RevokedLink, RevokeText } from "~/features/objects/shares/revoke-text"
import type { Sharing } from "~/features/objects/shares/share"
import { ShareDialog } from "~/features/objects/shares/share-dialog"
import { type BucketPlace, bucketOfPath } from "~/lib/bucket-place"
import { type ContextsState, useExecutionContexts } from "~/lib/execution-contexts"
import { counted, int } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { useSession, signedInUser } from "~/lib/session-context"
import { saveFile } from "~/lib/save-file"
import { successToast, useToasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import { type AccessChange, planChange } from "./access-change"
import { accessCsv, hasAccess, hasExpiredGrant } from "./access-entry"
import { type AssociationSubject, planAssociation } from "./account-association"
import { AccessTable } from "./access-table"
import { type AccessDialog, GiveAccessDialog } from "./give-access-dialog"
import { useAccessReading } from "./use-access-reading"

const PAGE_SIZE = 200

/** A handler that captures a place before the context is known would keep it without one. */
const placeNow = (location: ReturnType<typeof useLocation>, contexts: ContextsState): BucketPlace => ({
  bucket: bucketOfPath(location.url.pathname)?.name ?? "",
  contextId: contexts.current?.id ?? ""
})

export const WhoHasAccess = component$<{ readonly changed: Signal<number> }>(({ changed }) => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const toasts = useToasts()
  const folder = useSignal("")
  const withoutAccess = useSignal(false)
  const limit = useSignal(PAGE_SIZE)
  const dialog = useSignal<AccessDialog | null>(null)
  const sharing = useSignal<Sharing | null>(null)
  const session = useSession()
  const reading = useAccessReading(folder, changed)
  const isSharing = useSignal(false)
  useTask$(({ track }) => {
    const isOpen = track(() => sharing.value) !== null
    if (isSharing.value && !isOpen) changed.value++
    isSharing.value = isOpen
  })
  const place = placeNow(location, contexts)
  const revokeLink = useAction({
    run$: $(({ id }: RevokedLink) => revokeOfBucket(placeNow(location, contexts), id)),
    after$: $(() => {
      changed.value++
    }),
    toast$: $((_: unknown, { name }: RevokedLink) => ({ text: `${name} is revoked` }))
  })
  const revoke$ = $(async (change: AccessChange) => {
    try {
      const plan = await planChange(placeNow(location, contexts), change)
      dialog.value = { planned: { change, plan }, values: {} }
    } catch (cause) {
      successToast(toasts, { tone: "danger", text: "The access could not be revoked", detail: problemText(cause) })
    }
  })
  const revokeAssociation$ = $(async (subject: AssociationSubject) => {
    try {
      const planned = await planAssociation(placeNow(location, contexts), { action: "revoke", subject })
      dialog.value = { planned, values: {} }
    } catch (cause) {
      successToast(toasts, { tone: "danger", text: "The access could not be revoked", detail: problemText(cause) })
    }
  })
  const role = signedInUser(session.value)?.role
  const administers = (role === "ui_superadmin" || role === "ui_admin") && contexts.current?.kind === "account"
  const all = reading.entries ?? []
  const withAccess = all.filter(hasAccess)
  const listed = withoutAccess.value ? all : all.filter((entry) => hasAccess(entry) || hasExpiredGrant(entry))
  const namesOf = (kind: string) => all.flatMap((entry) => (entry.kind === kind ? [entry.name] : []))
  const isReading = !reading.isComplete && reading.problem === undefined
  return (
    <section class="card grid min-w-0 gap-3 p-4" aria-labelledby="who-title" data-testid="who-has-access">
      <div class="flex flex-wrap items-center gap-2">
        <h2 id="who-title" class="min-w-0 flex-1 basis-40 text-base font-medium">
          Who has access
        </h2>
        <button
          type="button"
          class="btn btn-secondary"
          disabled={!reading.isComplete}
          onClick$={() =>
            saveFile(
              fileName(`access-${place.bucket}`, "csv", new Date()),
              "text/csv;charset=utf-8",
              accessCsv(reading.entries ?? [], reading.unknown ?? [])
            )
          }
        >
          <Icon name="file-down" /> Export CSV
        </button>
        <button
          type="button"
          class="btn btn-primary"
          onClick$={() => {
            dialog.value = { planned: null, values: { prefix: folder.value } }
          }}
        >
          <Icon name="user-plus" /> Give access
        </button>
      </div>
      <div class="flex min-w-0 flex-wrap items-end gap-x-6 gap-y-2">
        <div class="w-full max-w-sm min-w-0">
          <label for="access-folder" class="mb-1 block font-medium">
            Folder <span class="font-normal text-ink-3">(optional)</span>
          </label>
          <input
            id="access-folder"
            class="input font-mono"
            maxLength={1024}
            placeholder="reports/"
            autoComplete="off"
            spellcheck={false}
            onChange$={(_, input) => {
              folder.value = input.value.trim()
              limit.value = PAGE_SIZE
            }}
          />
        </div>
        <label class="inline-flex min-h-8 items-center gap-2">
          <input type="checkbox" class="check" bind:checked={withoutAccess} />
          Show identities without access
        </label>
      </div>
      <p class="text-xs text-ink-3">
        <span role="status">
          {isReading ? "Reading policies…" : reading.problem ? "Incomplete." : "Everything is read."}
        </span>{" "}
        {counted(withAccess.length, "identity has", "identities have")} access
        {all.length > withAccess.length && `, ${int(all.length - withAccess.length)} without`}
        {isReading && all.length > 0 && " so far"}. ACLs of single objects are not read.
      </p>
      {reading.problem && (
        <ErrorState
          title={all.length > 0 ? "Not everybody with access could be read" : "Who has access could not be read"}
          problem={reading.problem}
          onRetry$={() => {
            changed.value++
          }}
        />
      )}
      {reading.unknown?.map(({ part, why }) => (
        <p key={`${part} ${why}`} class="alert alert-warn">
          <Icon name="triangle-alert" />
          <span class="min-w-0 wrap-anywhere">
            {part}: unknown. {visible(why)}
          </span>
        </p>
      ))}
      {isReading && all.length === 0 && <span class="skeleton block h-8" aria-hidden="true" />}
      {reading.isComplete && listed.length === 0 && <p class="text-ink-2">No identity with access is known.</p>}
      {listed.length > 0 && (
        <AccessTable
          entries={listed.slice(0, limit.value)}
          administers={administers}
          revoke$={revoke$}
          revokeAssociation$={revokeAssociation$}
          revokeLink={revokeLink}
        />
      )}
      {listed.length > limit.value && (
        <button
          type="button"
          class="btn btn-secondary justify-self-start"
          onClick$={() => {
            limit.value += PAGE_SIZE
          }}
        >
          Show more of {counted(listed.length, "identity", "identities")}
        </button>
      )}
      <GiveAccessDialog
        open={dialog}
        place={place}
        changed={changed}
        sharing={sharing}
        administers={administers}
        names={{ iam_group: namesOf("iam_group"), iam_user: namesOf("iam_user"), iam_role: namesOf("iam_role") }}
      />
      <ShareDialog open={sharing} />
      <ConfirmDialog
        action={revokeLink}
        id="revoke-access-link"
        title="Revoke"
        named
        button="Revoke link"
        about={RevokeText}
      />
    </section>
  )
})
