import { $, component$, type QRL } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes, dateTime } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { useReadOnly } from "~/lib/use-read-only"
import { download } from "../transfers/download"
import { useRestoreVersion } from "./use-restore-version"
import { canRestore, type VersionSubject, subjectOfVersion, shortId, type Version } from "./version-selection"

/** Depends on the service's text. */
const isGoverned = (problem: ProblemError): boolean =>
  problem.code === "state_conflict" && /\(governance\)/.test(problem.message)

const deleteVersion = ({ id, key, place }: VersionSubject, more: { readonly bypass_governance?: true } = {}) =>
  callIn(place, "DELETE /api/browser/buckets/:bucket_name/objects/version", {
    body: { key, version_id: id, ...more }
  })

const DeleteText = component$<{ readonly subject: VersionSubject }>(({ subject }) => (
  <p>
    {subject.isMarker
      ? "The delete marker goes; what is below it is current then."
      : "This version is deleted for good. The others stay."}
  </p>
))

const BypassText = component$<{ readonly subject: VersionSubject }>(({ subject }) => (
  <>
    <p>{subject.lockReason}.</p>
    <p class="mt-2">
      To delete it all the same takes the right to bypass governance (s3:BypassGovernanceRetention). The version is gone
      for good then.
    </p>
  </>
))

interface RowProps {
  readonly version: Version
  readonly newest: boolean
  readonly place: BucketPlace
  readonly isSelected: boolean
  readonly lockReason: string
  readonly changed$: QRL<() => void>
  readonly choose$: QRL<(id: string, on: boolean, range: boolean) => void>
  readonly compare$: QRL<(id: string) => void>
}

export const VersionRow = component$<RowProps>(
  ({ changed$, choose$, isSelected, compare$, lockReason, newest, place, version }) => {
    const { is_delete_marker: isMarker, is_latest: isLatest, key, modified_at, size_bytes, version_id } = version
    const versionSubject = subjectOfVersion(place, version)
    const bring = useRestoreVersion(changed$)
    const bypass = useAction({
      run$: $((subject: VersionSubject) => deleteVersion(subject, { bypass_governance: true })),
      done: "is deleted",
      after$: $(() => changed$())
    })
    const remove = useAction({
      run$: $(async (subject: VersionSubject) => {
        try {
          await deleteVersion(subject)
          return true
        } catch (cause) {
          if (!(cause instanceof ProblemError) || !isGoverned(cause)) throw cause
          bypass.pending.value = { ...subject, lockReason: cause.message }
          return false
        }
      }),
      toast$: $((isDeleted: boolean, subject: VersionSubject) =>
        isDeleted ? { text: `${subject.name} is deleted` } : null
      ),
      after$: $((isDeleted: boolean) => {
        if (isDeleted) void changed$()
      })
    })
    const operations = useOperations()
    const toasts = useToasts()
    const readOnly = useReadOnly()
    return (
      <li
        class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-t border-line py-2 first:border-t-0"
        data-testid="version"
      >
        <span class="flex h-6 items-center">
          <input
            type="checkbox"
            class="check"
            checked={isSelected}
            data-version={version_id}
            aria-label={`Select ${versionSubject.name} of ${dateTime(modified_at)}`}
            onClick$={(event, box) => choose$(version_id, box.checked, event.shiftKey)}
          />
        </span>
        <div class="min-w-0">
          <p class="flex min-h-6 flex-wrap items-center gap-2">
            <span>{dateTime(modified_at)}</span>
            {isLatest && !isMarker && <Badge tone="ok" text="Current" />}
            {isMarker && <Badge tone="warn" text={isLatest ? "Deleted" : "Delete marker"} />}
          </p>
          <p class="flex flex-wrap gap-x-3 text-xs text-ink-3">
            {!isMarker && <span class="num">{bytes(size_bytes)}</span>}
            <span class="font-mono break-all" title={version_id}>
              {shortId(version_id)}
            </span>
          </p>
          <div class="-ms-2 flex flex-wrap gap-y-1">
            {/* keyed, or a preceding element is reused for this one */}
            {canRestore(version) && !readOnly && (
              <span key="bring" class="contents">
                <ActionButton
                  action={bring}
                  on={versionSubject}
                  label={isMarker ? "Undelete" : "Restore"}
                  named={`${isMarker ? "Undelete" : "Restore"} ${versionSubject.name}`}
                  class="btn-ghost btn-sm"
                />
              </span>
            )}
            {!isMarker && (
              <button
                key="download"
                type="button"
                class="btn btn-ghost btn-sm"
                aria-label={`Download ${versionSubject.name}`}
                onClick$={() => download(place, key, { operations, toasts }, { id: version_id, size: size_bytes })}
              >
                Download
              </button>
            )}
            {!isMarker && !newest && (
              <button
                key="compare"
                type="button"
                class="btn btn-ghost btn-sm"
                aria-label={`Compare ${versionSubject.name} with the newest one`}
                onClick$={() => compare$(version_id)}
              >
                Compare
              </button>
            )}
            {!readOnly && (
              <span key="delete" class="contents">
                <ActionButton
                  action={remove}
                  on={versionSubject}
                  asks
                  label="Delete"
                  named={`Delete ${versionSubject.name}`}
                  class="btn-ghost btn-sm text-danger"
                />
              </span>
            )}
          </div>
          {lockReason !== "" && (
            <p class="text-xs text-danger [overflow-wrap:anywhere]" data-testid="kept">
              Not deleted: {lockReason}
            </p>
          )}
        </div>
        <ConfirmDialog
          action={remove}
          id={`version-${version_id}`}
          title="Delete"
          named
          button="Delete"
          about={DeleteText}
        />
        <ConfirmDialog
          action={bypass}
          id={`bypass-${version_id}`}
          title="Delete past its lock:"
          named
          button="Delete past governance"
          typed="word"
          about={BypassText}
        />
      </li>
    )
  }
)
