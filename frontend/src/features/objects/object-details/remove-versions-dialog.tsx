import { component$ } from "@builder.io/qwik"
import { type Action, ConfirmDialog, type Subject } from "~/components/action"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes, counted, dateTime, int } from "~/lib/format"
import { shortId, type Version } from "./version-selection"

export interface VersionsToDelete extends Subject {
  readonly place: BucketPlace
  readonly versions: ReadonlyArray<Version>
  readonly word: "delete"
}

export interface RemovalResult {
  readonly deleted: number
  readonly kept: Readonly<Record<string, string>>
}

export const versionsToDelete = (place: BucketPlace, versions: ReadonlyArray<Version>): VersionsToDelete => ({
  id: versions.map(({ version_id }) => version_id).join("\n"),
  name: counted(versions.length, "version"),
  place,
  versions,
  word: "delete"
})

const kindOf = ({ is_delete_marker, is_latest, size_bytes }: Version): string =>
  is_delete_marker
    ? `delete marker${is_latest ? ", hides what is before it" : ""}`
    : `${bytes(size_bytes)}${is_latest ? ", current" : ""}`

const VersionsToDeleteText = component$<{ readonly subject: VersionsToDelete }>(({ subject: { versions } }) => (
  <div class="grid min-w-0 gap-3">
    <ul class="grid max-h-40 min-w-0 gap-1 overflow-y-auto text-xs" tabIndex={0} aria-label="What is deleted">
      {versions.map((version) => (
        <li key={version.version_id} class="flex flex-wrap gap-x-2">
          <span class="text-ink">{dateTime(version.modified_at)}</span>
          <span class="num">{kindOf(version)}</span>
          <span class="font-mono" title={version.version_id}>
            {shortId(version.version_id)}
          </span>
        </li>
      ))}
    </ul>
    <p>
      {versions.length === 1 ? "It goes" : `These ${int(versions.length)} go`} for good, and nothing brings{" "}
      {versions.length === 1 ? "it" : "them"} back.{" "}
      {versions.some(({ is_latest }) => is_latest) && "What is on top of the others is what is there then. "}What a lock
      keeps stays, and is named.
    </p>
  </div>
))

/** Deletes the versions that it lists, even if the selection changes. */
export const RemoveVersionsDialog = component$<{ readonly action: Action<VersionsToDelete, RemovalResult> }>(
  ({ action }) => (
    <ConfirmDialog
      action={action}
      id="remove-versions"
      title="Delete for good:"
      named
      button="Delete for good"
      typed="word"
      about={VersionsToDeleteText}
    />
  )
)
