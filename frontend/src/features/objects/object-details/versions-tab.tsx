import { $, component$, type Signal, sync$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ErrorState } from "~/components/ui/states"
import type { BucketPlace } from "~/lib/bucket-place"
import { dateTime, int } from "~/lib/format"
import { newestFirst } from "~/lib/newest-first"
import { reload, useLoaded } from "~/lib/use-loaded"
import { SelectedVersions } from "./selected-versions"
import { CompareDialog, type Compared } from "./compare-dialog"
import {
  type VersionSelection,
  toggleVersions,
  selectedVersionsOf,
  MAX_SELECTED_VERSIONS,
  NO_SELECTION,
  type Version,
  type VersionPage
} from "./version-selection"
import { VersionRow } from "./version-row"

const PAGE_SIZE = 50

const readVersions = async (
  place: BucketPlace,
  key: string,
  size: number,
  after: VersionPage | null,
  signal?: AbortSignal
): Promise<VersionPage> => {
  const markers =
    after === null ? {} : { key_marker: after.next_key_marker, version_id_marker: after.next_version_id_marker }
  const page = await callIn(place, "GET /api/browser/buckets/:bucket_name/versions", {
    query: { key, max_keys: size, ...markers },
    ...(signal ? { signal } : {})
  })
  return { ...page, versions: newestFirst([...(after?.versions ?? []), ...page.versions]) }
}

interface VersionsProps {
  readonly place: BucketPlace
  readonly entry: string
  readonly none?: string
  readonly changed?: Signal<number>
}

export const VersionsTab = component$<VersionsProps>(
  ({ changed, entry, none = "There is nothing of this key.", place }) => {
    const pageSize = useSignal(PAGE_SIZE)
    const loaded = useLoaded(
      $((signal) => readVersions(place, entry, Math.min(pageSize.value, MAX_SELECTED_VERSIONS), null, signal))
    )
    const comparing = useSignal<Compared | null>(null)
    const choice = useSignal<VersionSelection>(NO_SELECTION)
    const keptReasons = useSignal<Readonly<Record<string, string>>>({})
    const again$ = $(() => reload(loaded))
    const changed$ = $(async () => {
      if (changed) changed.value++
      await again$()
    })
    const choose$ = $((id: string, on: boolean, range: boolean) => {
      choice.value = toggleVersions(
        choice.value,
        loaded.value?.versions.map(({ version_id }) => version_id) ?? [],
        id,
        on,
        range
      )
    })
    const { problem, value } = loaded
    if (problem) return <ErrorState title="The versions could not be loaded" problem={problem} onRetry$={again$} />
    if (value === null)
      return (
        <div aria-busy="true">
          {["w-3/5", "w-4/5", "w-2/5"].map((width) => (
            <span key={width} class={["skeleton my-2 block h-3", width]} />
          ))}
        </div>
      )
    if (value.versions.length === 0) return <p class="text-ink-2">{none}</p>
    const newest = value.versions.find((version) => !version.is_delete_marker)
    const selectedVersions = selectedVersionsOf(value.versions, choice.value)
    const ids = new Set(selectedVersions.map(({ version_id }) => version_id))
    return (
      <>
        <div
          class="sticky -top-px z-10 -mx-1 grid gap-1.5 border-b border-line bg-surface px-1 py-1.5"
          data-testid="version-choice"
        >
          <label class="flex min-h-6 items-center gap-2.5">
            <input
              type="checkbox"
              class="check"
              checked={selectedVersions.length === value.versions.length}
              indeterminate={selectedVersions.length > 0 && selectedVersions.length < value.versions.length}
              aria-label="Select all versions that are shown"
              onClick$={(_, box) => {
                choice.value = box.checked
                  ? { anchor: "", ids: value.versions.map(({ version_id }) => version_id) }
                  : NO_SELECTION
              }}
            />
            <span class="num text-xs text-ink-2" role="status">
              {selectedVersions.length === 0 ? "Select" : `${int(selectedVersions.length)} selected`}
            </span>
          </label>
          {selectedVersions.length > 0 && (
            <SelectedVersions
              place={place}
              versions={selectedVersions}
              clear$={$(() => {
                choice.value = NO_SELECTION
              })}
              changed$={changed$}
              kept$={$((reasons: Readonly<Record<string, string>>) => {
                keptReasons.value = reasons
                choice.value = { anchor: "", ids: Object.keys(reasons) }
              })}
              compare$={$((before: Version, after: Version) => {
                comparing.value = {
                  place,
                  key: entry,
                  before: before.version_id,
                  after: after.version_id,
                  title: `From ${dateTime(before.modified_at)} to ${dateTime(after.modified_at)}`
                }
              })}
            />
          )}
        </div>
        <ul
          aria-label="Versions"
          onKeyDown$={[
            sync$((event: KeyboardEvent) => {
              const isBox = event.target instanceof HTMLInputElement && event.target.dataset["version"] !== undefined
              if (
                isBox &&
                (event.key === "ArrowDown" ||
                  event.key === "ArrowUp" ||
                  ((event.ctrlKey || event.metaKey) && event.key === "a"))
              )
                event.preventDefault()
            }),
            $((event: KeyboardEvent, list: HTMLElement) => {
              if (!event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
              if (event.key === "a") {
                choice.value = {
                  anchor: event.target.dataset["version"] ?? "",
                  ids: loaded.value?.versions.map(({ version_id }) => version_id) ?? []
                }
                return
              }
              const boxes = [...list.querySelectorAll<HTMLInputElement>("input[data-version]")]
              const from = boxes.indexOf(event.target)
              const to = boxes[from + (event.key === "ArrowDown" ? 1 : -1)]
              if (to === undefined) return
              to.focus()
              const [fromId, toId] = [event.target.dataset["version"] ?? "", to.dataset["version"] ?? ""]
              if (!event.shiftKey) return
              if (choice.value.anchor === "" || !choice.value.ids.includes(fromId))
                choice.value = { ids: [...choice.value.ids, fromId], anchor: fromId }
              return choose$(toId, true, true)
            })
          ]}
        >
          {value.versions.map((version) => (
            <VersionRow
              key={version.version_id}
              version={version}
              newest={version.version_id === newest?.version_id}
              place={place}
              isSelected={ids.has(version.version_id)}
              lockReason={keptReasons.value[version.version_id] ?? ""}
              changed$={changed$}
              choose$={choose$}
              compare$={$((id: string) => {
                comparing.value = {
                  place,
                  key: entry,
                  before: id,
                  after: newest?.version_id ?? "",
                  title: "Compare with the newest version"
                }
              })}
            />
          ))}
        </ul>
        {value.next_key_marker !== null && (
          <button
            type="button"
            class="btn btn-secondary mt-2 w-full"
            onClick$={async () => {
              const more = await readVersions(place, entry, PAGE_SIZE, value)
              pageSize.value = more.versions.length
              loaded.value = more
            }}
          >
            Show more versions
          </button>
        )}
        <CompareDialog open={comparing} />
      </>
    )
  }
)
