import { component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { address, call } from "~/client/call"
import type { Row } from "~/client/contract"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { bytes, counted } from "~/lib/format"
import { visible } from "~/lib/visible"
import { fileAddress } from "./file-address"

interface ListState {
  files: ReadonlyArray<Row<"GET /api/share/:token/files">>
  next: string | null
  busy: boolean
  problem: NoSerialize<ProblemError> | undefined
}

/** "" is the object whose key equals the shared folder's prefix. */
const nameOf = (name: string): string => visible(name) || "(the folder's own object)"

export const SharedFolder = component$<{ readonly token: string; readonly archive: string }>(({ archive, token }) => {
  const listed = useStore<ListState>({ files: [], next: "", busy: true, problem: undefined }, { deep: false })
  const requests = useSignal(0)
  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => requests.value)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      listed.busy = true
      listed.problem = undefined
      try {
        const { items, next } = await call("GET /api/share/:token/files", {
          params: { token },
          query: { after: listed.next },
          signal: controller.signal
        })
        listed.files = [...listed.files, ...items]
        listed.next = next
      } catch (cause) {
        if (!isAbort(cause)) listed.problem = noSerialize(asProblem(cause))
      } finally {
        listed.busy = false
      }
    },
    { strategy: "document-ready" }
  )
  const { busy, files, next, problem } = listed
  return (
    <>
      <div class="mb-4 flex flex-wrap items-center gap-3">
        <a
          class="btn btn-primary btn-lg"
          href={address("GET /api/share/:token/archive", { params: { token } })}
          download={archive}
        >
          <Icon name="download" /> Download all as ZIP
        </a>
        <span class="num text-xs text-ink-3" role="status">
          {busy && files.length === 0
            ? "Reading the list"
            : next === null
              ? counted(files.length, "file")
              : `The first ${counted(files.length, "file")}`}
        </span>
      </div>
      {files.length > 0 && (
        <ul class="card divide-y divide-line" aria-label="Files">
          {files.map(({ name, size_bytes }) => (
            <li key={name} class="flex items-center gap-3 px-4 py-2">
              <Icon name="file" class="shrink-0 text-ink-3" />
              <span class="min-w-0 flex-1 wrap-anywhere">{nameOf(name)}</span>
              <span class="num shrink-0 text-xs text-ink-3">{bytes(size_bytes)}</span>
              <a
                class="btn btn-ghost btn-icon"
                href={fileAddress(token, name)}
                download
                aria-label={`Download ${nameOf(name)}`}
                title={`Download ${nameOf(name)}`}
              >
                <Icon name="download" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {!busy && next === null && files.length === 0 && (
        <p class="card px-4 py-8 text-center text-ink-2">Nothing is in here at the moment.</p>
      )}
      {problem && (
        <div class="card mt-4 grid place-items-center px-6 py-8">
          <ErrorState
            title="The list could not be read"
            problem={problem}
            onRetry$={() => {
              requests.value++
            }}
          />
        </div>
      )}
      {!problem && next !== null && files.length > 0 && (
        <button
          type="button"
          class="btn btn-secondary mt-4"
          disabled={busy}
          onClick$={() => {
            requests.value++
          }}
        >
          {busy && <Icon name="loader-circle" class="spin" />} Show more
        </button>
      )}
    </>
  )
})
