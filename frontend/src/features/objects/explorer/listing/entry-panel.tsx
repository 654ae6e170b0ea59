import { component$, type QRL, type Signal, Slot, useSignal } from "@builder.io/qwik"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import type { BucketPlace } from "~/lib/bucket-place"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { useReadOnly } from "~/lib/use-read-only"
import { visible } from "~/lib/visible"
import type { Sharing } from "../../shares/share"
import { ObjectDetails } from "../../object-details/object-details"
import { idOf, type ObjectPresence } from "../../object-details/object-presence"
import { download, downloadArchive } from "../../transfers/download"
import { isFolderEntry, isFolderObject, keyOfEntry } from "../../transfers/entry-id"
import { entryName } from "./entries"
import { FolderPresenceText } from "./folder-presence"
import { ShareLink } from "./share-link"

interface PanelProps {
  readonly place: BucketPlace
  readonly entry: string
  readonly onClose$: QRL<() => void>
  readonly onGo$: QRL<(prefix: string) => void>
  readonly sharing?: Signal<Sharing | null>
  readonly changed?: Signal<number>
  readonly readings?: number
}

const Copies = component$<{ readonly place: BucketPlace; readonly entry: string; readonly folder?: boolean }>(
  ({ entry, folder = false, place }) => (
    <>
      <dt>{folder ? "Prefix" : "Key"}</dt>
      <dd class="grid min-w-0 justify-items-start gap-1">
        <span class="font-mono text-xs [overflow-wrap:anywhere]">{visible(entry)}</span>
        <CopyButton text={entry} label={folder ? "Copy prefix" : "Copy key"} />
      </dd>
      <dt>S3 URI</dt>
      <dd class="grid min-w-0 justify-items-start gap-1">
        <span class="font-mono text-xs [overflow-wrap:anywhere]">
          s3://{place.bucket}/{visible(entry)}
        </span>
        <CopyButton text={`s3://${place.bucket}/${entry}`} label="Copy S3 URI" />
      </dd>
    </>
  )
)

export const EntryPanel = component$<PanelProps>(
  ({ changed, entry: shown, onClose$, onGo$, place, readings = 0, sharing }) => {
    const operations = useOperations()
    const toasts = useToasts()
    const readOnly = useReadOnly()
    const presence = useSignal<ObjectPresence | null>(null)
    const looks = useSignal(0)
    const isFolder = isFolderEntry(shown)
    const entry = keyOfEntry(shown)
    const id = idOf(place, entry)
    const isKnown = presence.value?.of === id
    const isGone = presence.value?.of === id && presence.value.isMissing
    const watched = { presence, readings: readings + looks.value }
    return (
      <Panel kind={isFolder ? "Folder" : "Object"} title={entryName(entry)} onClose$={onClose$}>
        {isFolderObject(shown) && (
          <p class="mb-3 text-ink-2">
            An object with the name of the folder. What is done here is done to it alone, and to nothing in the folder.
          </p>
        )}
        {isFolder && (
          <dl class="facts">
            <Copies place={place} entry={entry} folder />
          </dl>
        )}
        {isFolder && <FolderPresenceText key={id} place={place} entry={entry} {...watched} />}
        {!isFolder && (
          <ObjectDetails
            key={id}
            place={place}
            entry={entry}
            name={entryName(entry)}
            {...watched}
            {...(changed === undefined ? {} : { changed })}
          >
            <Copies place={place} entry={entry} />
          </ObjectDetails>
        )}
        {sharing && !isGone && (
          <button
            type="button"
            class="btn btn-secondary mt-4"
            disabled={!isKnown}
            onClick$={() => {
              looks.value++
              sharing.value = {
                ...place,
                prefix: entry.slice(0, entry.lastIndexOf("/", entry.length - 2) + 1),
                keys: [shown]
              }
            }}
          >
            <Icon name="link" /> Share…
          </button>
        )}
        {!isFolder && !isGone && !readOnly && <ShareLink key={`share ${id}`} place={place} entry={entry} />}
        <div q:slot="actions" class="contents">
          {isGone ? (
            <button type="button" class="btn btn-secondary flex-1" onClick$={onClose$}>
              <Icon name="x" /> Close
            </button>
          ) : (
            <fieldset class="contents" disabled={!isKnown}>
              {isFolder ? (
                <button type="button" class="btn btn-secondary flex-1" onClick$={() => onGo$(entry)}>
                  <Icon name="folder" /> Open folder
                </button>
              ) : null}
              {isFolder && readOnly ? null : isFolder ? (
                <button
                  type="button"
                  class="btn btn-secondary flex-1"
                  onClick$={() => {
                    looks.value++
                    return downloadArchive(place, entry, [entry], toasts)
                  }}
                >
                  <Icon name="download" /> Download as ZIP
                </button>
              ) : (
                <button
                  type="button"
                  class="btn btn-secondary flex-1"
                  onClick$={() => {
                    looks.value++
                    return download(place, entry, { operations, toasts })
                  }}
                >
                  <Icon name="download" /> Download
                </button>
              )}
              <Slot name="delete" />
            </fieldset>
          )}
        </div>
      </Panel>
    )
  }
)
