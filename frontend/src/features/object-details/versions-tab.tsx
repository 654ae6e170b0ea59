import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { ErrorState } from "~/components/ui/states"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { bytes, dateTime } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { download } from "../transfers/download"
import { CompareDialog, type Compared } from "./compare-dialog"

type Page = Answer<"GET /api/browser/buckets/:bucket_name/versions">
type Version = Page["versions"][number]

/** A version as something is done to it. */
interface Named {
  readonly id: string
  readonly name: string
  readonly place: BucketPlace
  readonly key: string
  readonly isMarker: boolean
  /** Why it was not deleted; "" where nothing stood in the way. */
  readonly kept: string
  /** What has to be typed where a lock is overridden. */
  readonly word: "bypass"
}

/** A retention that whoever has the right to may override, as the service words it. */
const isGoverned = (problem: ProblemError): boolean => problem.code === "state_conflict" && /\(governance\)/.test(problem.message)

const PAGE = 50
const shortId = (id: string): string => id.length > 10 ? `${id.slice(0, 8)}…` : id

const readVersions = async (place: BucketPlace, key: string, after: Page | null, signal?: AbortSignal): Promise<Page> => {
  const { params, query } = inBucket(place)
  const markers = after === null ? {} : { key_marker: after.next_key_marker, version_id_marker: after.next_version_id_marker }
  const page = await call("GET /api/browser/buckets/:bucket_name/versions", { params, query: { ...query, key, max_keys: PAGE, ...markers }, ...(signal ? { signal } : {}) })
  return after === null ? page : { ...page, versions: [...after.versions, ...page.versions] }
}

const DeleteText = component$<{ readonly subject: Named }>(({ subject }) => (
  <p>{subject.isMarker ? "The delete marker goes; what is below it is current then." : "This version is deleted for good. The others stay."}</p>
))

const BypassText = component$<{ readonly subject: Named }>(({ subject }) => (
  <>
    <p>{subject.kept}.</p>
    <p class="mt-2">To delete it all the same takes the right to bypass governance (s3:BypassGovernanceRetention). The version is gone for good then.</p>
  </>
))

interface RowProps {
  readonly version: Version
  /** It is what others are compared with. */
  readonly newest: boolean
  readonly place: BucketPlace
  readonly changed$: QRL<() => void>
  readonly compare$: QRL<(id: string) => void>
}

const VersionRow = component$<RowProps>(({ changed$, compare$, newest, place, version }) => {
  const { is_delete_marker: isMarker, is_latest: isLatest, key, modified_at, size_bytes, version_id } = version
  const named: Named = { id: version_id, name: `version ${shortId(version_id)}`, place, key, isMarker, kept: "", word: "bypass" }
  const bring = useAction({
    run$: $(async ({ id, isMarker: undeletes, key: of, place: where }: Named) => {
      const given = { ...inBucket(where), body: { key: of, version_id: id } }
      if (undeletes) await call("POST /api/browser/buckets/:bucket_name/objects/undelete", given)
      else await call("POST /api/browser/buckets/:bucket_name/objects/restore-version", given)
    }),
    said$: $((_: void, { isMarker: undeletes }: Named) => ({ text: undeletes ? "The object is back" : "The version was laid over the object" })),
    failed: "The version could not be brought back",
    after$: $(() => changed$())
  })
  const bypass = useAction({
    run$: $(({ id, key: of, place: where }: Named) =>
      call("DELETE /api/browser/buckets/:bucket_name/objects/version", { ...inBucket(where), body: { key: of, version_id: id, bypass_governance: true } })),
    done: "is deleted",
    after$: $(() => changed$())
  })
  const remove = useAction({
    /** Answers whether it is deleted: a lock that may be overridden is asked about. */
    run$: $(async (subject: Named) => {
      try {
        await call("DELETE /api/browser/buckets/:bucket_name/objects/version", { ...inBucket(subject.place), body: { key: subject.key, version_id: subject.id } })
        return true
      } catch (cause) {
        if (!(cause instanceof ProblemError) || !isGoverned(cause)) throw cause
        bypass.asked.value = { ...subject, kept: cause.message }
        return false
      }
    }),
    said$: $((gone: boolean, subject: Named) => gone ? { text: `${subject.name} is deleted` } : null),
    after$: $((gone: boolean) => { if (gone) void changed$() })
  })
  const operations = useOperations()
  const toasts = useToasts()
  const canBring = isMarker ? isLatest : !isLatest
  return (
    <li class="border-t border-line py-2 first:border-t-0" data-testid="version">
      <p class="flex flex-wrap items-center gap-2">
        <span>{dateTime(modified_at)}</span>
        {isLatest && !isMarker && <Badge tone="ok" text="Current" />}
        {isMarker && <Badge tone="warn" text={isLatest ? "Deleted" : "Delete marker"} />}
      </p>
      <p class="flex flex-wrap gap-x-3 text-xs text-ink-3">
        {!isMarker && <span class="num">{bytes(size_bytes)}</span>}
        <span class="font-mono break-all" title={version_id}>{shortId(version_id)}</span>
      </p>
      <div class="-ms-2 flex flex-wrap gap-1">
        {/* each keeps its own element: one that comes before another must not become it */}
        {canBring && <span key="bring" class="contents"><ActionButton action={bring} on={named} label={isMarker ? "Undelete" : "Restore"} named={`${isMarker ? "Undelete" : "Restore"} ${named.name}`} class="btn-ghost btn-sm" /></span>}
        {!isMarker && <button key="download" type="button" class="btn btn-ghost btn-sm" aria-label={`Download ${named.name}`} onClick$={() => download(place, key, { operations, toasts }, { id: version_id, size: size_bytes })}>Download</button>}
        {!isMarker && !newest && <button key="compare" type="button" class="btn btn-ghost btn-sm" aria-label={`Compare ${named.name} with the newest one`} onClick$={() => compare$(version_id)}>Compare</button>}
        <span key="delete" class="contents"><ActionButton action={remove} on={named} asks label="Delete" named={`Delete ${named.name}`} class="btn-ghost btn-sm text-danger" /></span>
      </div>
      <ConfirmDialog action={remove} id={`version-${version_id}`} title="Delete" named button="Delete" about={DeleteText} />
      <ConfirmDialog action={bypass} id={`bypass-${version_id}`} title="Delete past its lock:" named button="Delete past governance" typed="word" about={BypassText} />
    </li>
  )
})

interface VersionsProps {
  readonly place: BucketPlace
  readonly entry: string
  /** Counts up when a version was brought back or deleted. */
  readonly changed?: Signal<number>
}

/** Every version and delete marker of one key, newest first. */
export const VersionsTab = component$<VersionsProps>(({ changed, entry, place }) => {
  const loaded = useLoaded($((signal) => readVersions(place, entry, null, signal)))
  const comparing = useSignal<Compared | null>(null)
  const again$ = $(() => readAgain(loaded))
  const changed$ = $(async () => {
    if (changed) changed.value++
    await again$()
  })
  const { problem, value } = loaded
  if (problem) return <ErrorState title="The versions could not be loaded" problem={problem} onRetry$={again$} />
  if (value === null) return <div aria-busy="true">{["w-3/5", "w-4/5", "w-2/5"].map((width) => <span key={width} class={["skeleton my-2 block h-3", width]} />)}</div>
  if (value.versions.length === 0) return <p class="text-ink-2">There is nothing of this key.</p>
  // of what is deleted, too, there is something to compare with
  const newest = value.versions.find((version) => !version.is_delete_marker)
  return (
    <>
      <ul aria-label="Versions">
        {value.versions.map((version) => (
          <VersionRow
            key={version.version_id}
            version={version}
            newest={version.version_id === newest?.version_id}
            place={place}
            changed$={changed$}
            compare$={$((id: string) => { comparing.value = { place, key: entry, before: id, after: newest?.version_id ?? "" } })}
          />
        ))}
      </ul>
      {value.next_key_marker !== null && (
        <button type="button" class="btn btn-secondary mt-2 w-full" onClick$={async () => { loaded.value = await readVersions(place, entry, value) }}>Show more versions</button>
      )}
      <CompareDialog open={comparing} />
    </>
  )
})
