import { $, component$, type QRL } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, useAction } from "~/components/action"
import type { BucketPlace } from "~/lib/bucket-place"
import { counted, int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { useReadOnly } from "~/lib/use-read-only"
import { download } from "../transfers/download"
import {
  type VersionsToDelete,
  versionsToDelete,
  type RemovalResult,
  RemoveVersionsDialog
} from "./remove-versions-dialog"
import { useRestoreVersion } from "./use-restore-version"
import { canRestore, MAX_SELECTED_VERSIONS, subjectOfVersion, type Version } from "./version-selection"

interface ChosenProps {
  readonly place: BucketPlace
  readonly versions: ReadonlyArray<Version>
  readonly clear$: QRL<() => void>
  readonly changed$: QRL<() => void>
  readonly kept$: QRL<(kept: Readonly<Record<string, string>>) => void>
  readonly compare$: QRL<(before: Version, after: Version) => void>
}

export const SelectedVersions = component$<ChosenProps>(({ changed$, clear$, compare$, kept$, place, versions }) => {
  const operations = useOperations()
  const toasts = useToasts()
  const readOnly = useReadOnly()
  const bring = useRestoreVersion(changed$)
  const remove = useAction<VersionsToDelete, RemovalResult>({
    run$: $(async ({ place: where, versions: toDelete }: VersionsToDelete) => {
      const { results } = await callIn(where, "DELETE /api/browser/buckets/:bucket_name/objects", {
        body: { versions: toDelete.map(({ key, version_id }) => ({ key, version_id })) }
      })
      const deletedIds = new Set(results.filter(({ deleted }) => deleted).map(({ version_id }) => version_id))
      const reasonOf = (id: string) => {
        const outcome = results.find(({ version_id }) => version_id === id)
        return outcome === undefined
          ? "The answer says nothing about this one."
          : (outcome.detail ?? outcome.code ?? "The gateway refused without a reason.")
      }
      const remaining = toDelete.filter(({ version_id }) => !deletedIds.has(version_id))
      return {
        deleted: toDelete.length - remaining.length,
        kept: Object.fromEntries(remaining.map(({ version_id }) => [version_id, reasonOf(version_id)]))
      }
    }),
    toast$: $(({ deleted, kept }: RemovalResult) => {
      const keptCount = Object.keys(kept).length
      return keptCount === 0
        ? { text: `${counted(deleted, "version")} ${deleted === 1 ? "is" : "are"} deleted` }
        : {
            tone: "danger" as const,
            text: `${int(deleted)} of ${counted(deleted + keptCount, "version")} deleted`,
            detail:
              `${int(keptCount)} ${keptCount === 1 ? "stays" : "stay"} selected, and ` +
              `${keptCount === 1 ? "says" : "say"} why.`
          }
    }),
    after$: $(async ({ kept }: RemovalResult) => {
      await kept$(kept)
      await changed$()
    })
  })
  const [first, second] = versions
  const readable = versions.filter((version) => !version.is_delete_marker)
  return (
    <>
      <div class="flex flex-wrap gap-1">
        {versions.length === 1 && first !== undefined && canRestore(first) && !readOnly && (
          <span key="bring" class="contents">
            <ActionButton
              action={bring}
              on={subjectOfVersion(place, first)}
              label={first.is_delete_marker ? "Undelete" : "Restore"}
              named={`${first.is_delete_marker ? "Undelete" : "Restore"} the selected version`}
              icon="history"
              class="btn-secondary btn-sm"
            />
          </span>
        )}
        {versions.length === 2 && readable.length === 2 && (
          <button
            key="compare"
            type="button"
            class="btn btn-secondary btn-sm"
            onClick$={() => {
              if (first && second) return compare$(second, first)
            }}
          >
            Compare the two
          </button>
        )}
        {readable.length > 0 && (
          <button
            key="download"
            type="button"
            class="btn btn-secondary btn-sm"
            aria-label={`Download ${counted(readable.length, "selected version")}`}
            onClick$={async () => {
              for (const { key, size_bytes, version_id } of readable)
                await download(place, key, { operations, toasts }, { id: version_id, size: size_bytes })
            }}
          >
            Download
          </button>
        )}
        {!readOnly && (
          <span key="delete" class="contents">
            <ActionButton
              action={remove}
              on={versionsToDelete(place, versions)}
              asks
              disabled={versions.length > MAX_SELECTED_VERSIONS}
              {...(versions.length > MAX_SELECTED_VERSIONS
                ? { title: `At most ${int(MAX_SELECTED_VERSIONS)} at once` }
                : {})}
              label="Delete for good …"
              icon="trash-2"
              class="btn-secondary btn-sm text-danger"
            />
          </span>
        )}
        <button key="clear" type="button" class="btn btn-ghost btn-sm" onClick$={clear$}>
          Clear
        </button>
      </div>
      <RemoveVersionsDialog action={remove} />
    </>
  )
})
