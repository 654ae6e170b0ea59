import { $, component$, type QRL, type Signal, Slot, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { ErrorState } from "~/components/ui/states"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { bytes, dateTime, int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"
import type { Sharing } from "../../shares/share"
import { ObjectDetails } from "../../object-details/object-details"
import { idOf, type ObjectPresence } from "../../object-details/object-presence"
import { download, downloadArchive } from "../../transfers/download"
import { isFolderEntry, isFolderObject, keyOfEntry } from "../../transfers/entry-id"
import { nameOf } from "./entries"
import { FolderStandingText } from "./folder-standing"
import { ShareLink } from "./share-link"

interface PanelProps {
  readonly place: BucketPlace
  /** Id of the entry. */
  readonly entry: string
  readonly onClose$: QRL<() => void>
  readonly onGo$: QRL<(prefix: string) => void>
  /** Where the facts come from: the Manager has its own, read-only, and reads no content. */
  readonly route?: FactsRoute
  /** Object to share, where sharing is possible. */
  readonly sharing?: Signal<Sharing | null>
  /** Counts up when something was done to the object. */
  readonly changed?: Signal<number>
  /** Counts readings of the listing beside it: whenever that is read, the entry is looked at again. */
  readonly readings?: number
}

type FactsRoute =
  | "GET /api/browser/buckets/:bucket_name/objects/facts"
  | "GET /api/manager/buckets/:bucket_name/objects/facts"
const OF_BROWSER: FactsRoute = "GET /api/browser/buckets/:bucket_name/objects/facts"

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

const ObjectFacts = component$<{ readonly place: BucketPlace; readonly entry: string; readonly route: FactsRoute }>(
  ({ entry, place, route }) => {
    const facts = useLoaded(
      $((signal) => {
        const { params, query } = inBucket(place)
        return call(route, { params, query: { ...query, key: entry }, signal })
      })
    )
    const { problem, value } = facts
    if (problem?.status === 404)
      return <p class="text-ink-2">There is no such object: it was deleted, or its name is another.</p>
    if (problem)
      return <ErrorState title="The details could not be loaded" problem={problem} onRetry$={() => readAgain(facts)} />
    const wait = <span class="skeleton block h-3 w-3/5" />
    return (
      <dl class="facts" aria-busy={value === null ? "true" : "false"}>
        <dt>Size</dt>
        <dd class="num">
          {value === null ? (
            wait
          ) : (
            <>
              {bytes(value.size_bytes)}
              {value.size_bytes >= 1024 && <span class="text-ink-3"> ({int(value.size_bytes)} bytes)</span>}
            </>
          )}
        </dd>
        <dt>Modified</dt>
        <dd>{value === null ? wait : value.modified_at === null ? "—" : dateTime(value.modified_at)}</dd>
        <dt>Content type</dt>
        <dd class="[overflow-wrap:anywhere]">
          {value === null ? wait : value.content_type === null ? "—" : visible(value.content_type)}
        </dd>
        <dt>Storage class</dt>
        <dd>{value === null ? wait : value.storage_class}</dd>
        <dt>ETag</dt>
        <dd class="font-mono text-xs break-all">{value === null ? wait : (value.etag ?? "—")}</dd>
        {Object.entries(value?.metadata ?? {}).map(([name, said]) => [
          <dt key={`${name}?`} class="[overflow-wrap:anywhere]">
            {visible(name)}
          </dt>,
          <dd key={name} class="[overflow-wrap:anywhere]">
            {visible(said)}
          </dd>
        ])}
        <Copies place={place} entry={entry} />
      </dl>
    )
  }
)

/** Details of the entry in the address. Slot `delete`: its deletion. An entry that is gone offers no actions. */
export const EntryPanel = component$<PanelProps>(
  ({ changed, entry: shown, onClose$, onGo$, place, readings = 0, route = OF_BROWSER, sharing }) => {
    const operations = useOperations()
    const toasts = useToasts()
    const standing = useSignal<ObjectPresence | null>(null)
    /** Counts up where somebody is about to do something with it. */
    const looks = useSignal(0)
    const isFolder = isFolderEntry(shown)
    const entry = keyOfEntry(shown)
    const id = idOf(place, entry)
    const isKnown = route !== OF_BROWSER || standing.value?.of === id
    const isGone = standing.value?.of === id && standing.value.gone
    const watched = { standing, readings: readings + looks.value }
    return (
      <Panel kind={isFolder ? "Folder" : "Object"} title={nameOf(entry)} onClose$={onClose$}>
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
        {isFolder && route === OF_BROWSER && <FolderStandingText key={id} place={place} entry={entry} {...watched} />}
        {!isFolder && route === OF_BROWSER && (
          <ObjectDetails
            key={id}
            place={place}
            entry={entry}
            name={nameOf(entry)}
            {...watched}
            {...(changed === undefined ? {} : { changed })}
          >
            <Copies place={place} entry={entry} />
          </ObjectDetails>
        )}
        {!isFolder && route !== OF_BROWSER && <ObjectFacts key={id} place={place} entry={entry} route={route} />}
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
        {!isFolder && route === OF_BROWSER && !isGone && <ShareLink key={`share ${id}`} place={place} entry={entry} />}
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
              {route === OF_BROWSER &&
                (isFolder ? (
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
                ))}
              <Slot name="delete" />
            </fieldset>
          )}
        </div>
      </Panel>
    )
  }
)
