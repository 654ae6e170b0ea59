import { component$, useSignal } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { CommandLine } from "~/components/ui/command-line"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { dateTime } from "~/lib/format"
import { shareCommands } from "./share-commands"

type Shared = Answer<"GET /api/browser/buckets/:bucket_name/objects/shared-link">

/** In seconds; signatures allow at most a week. */
const TIMES = [
  [60, "1 minute"],
  [900, "15 minutes"],
  [3600, "1 hour"],
  [43_200, "12 hours"],
  [86_400, "1 day"],
  [259_200, "3 days"],
  [604_800, "7 days"]
] as const

const limitOf = ({ credentials_end_at, cut_short, temporary_credentials }: Shared): string => {
  if (cut_short && credentials_end_at !== null)
    return `It lives shorter than you asked: the credentials that signed it end ${dateTime(credentials_end_at)}.`
  if (credentials_end_at !== null)
    return `The credentials that signed it end ${dateTime(credentials_end_at)}, after the link.`
  return temporary_credentials
    ? "It was signed with temporary credentials, and ends with them even if that is sooner."
    : "It also ends when the key that signed it is deleted or rotated."
}

const SharedLink = component$<{ readonly place: BucketPlace; readonly entry: string; readonly shared: Shared }>(
  ({ entry, place, shared }) => {
    const contexts = useExecutionContexts()
    const commands = shareCommands({
      endpoint: contexts.current?.endpoint_url ?? "",
      bucket: place.bucket,
      key: entry,
      url: shared.url
    })
    return (
      <div class="grid min-w-0 gap-3">
        <p role="status" class="text-ink-2">
          Anybody who has this link can download the object until <b class="text-ink">{dateTime(shared.expires_at)}</b>.{" "}
          {limitOf(shared)}
        </p>
        <div class="flex flex-wrap items-start gap-2">
          <code
            class={
              "max-h-24 min-w-0 flex-1 basis-60 overflow-y-auto rounded-ctl bg-sunken " +
              "px-3 py-2 text-xs wrap-anywhere"
            }
            tabIndex={0}
            aria-label="The link"
            data-testid="shared-link"
          >
            {shared.url}
          </code>
          <CopyButton text={shared.url} label="Copy link" />
        </div>
        {commands.map(({ text, tool }) => (
          <div key={tool} class="grid min-w-0 gap-1">
            <span class="text-xs text-ink-3">{tool}</span>
            <CommandLine command={text} about={`downloads it, for ${tool}`} />
          </div>
        ))}
      </div>
    )
  }
)

/** Needs a `key` that changes with the object. */
export const ShareLink = component$<{ readonly place: BucketPlace; readonly entry: string }>(({ entry, place }) => {
  const seconds = useSignal("3600")
  const busy = useSignal(false)
  const problem = useSignal("")
  const shared = useSignal<Shared | null>(null)
  return (
    <details class="group mt-4 min-w-0 border-t border-line pt-3">
      <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl font-medium">
        <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> Presigned link
      </summary>
      <div class="mt-3 grid min-w-0 gap-3">
        <div class="flex flex-wrap items-end gap-2">
          <label class="grid gap-1">
            <span class="text-xs text-ink-2">Valid for</span>
            <select class="input" bind:value={seconds}>
              {TIMES.map(([value, label]) => (
                <option key={value} value={String(value)} selected={String(value) === seconds.value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            class="btn btn-secondary"
            disabled={busy.value}
            onClick$={async () => {
              busy.value = true
              problem.value = ""
              try {
                shared.value = await callIn(place, "GET /api/browser/buckets/:bucket_name/objects/shared-link", {
                  query: { key: entry, expires_seconds: Number(seconds.value) }
                })
              } catch (cause) {
                problem.value = asProblem(cause).message
              } finally {
                busy.value = false
              }
            }}
          >
            <Icon name="link" /> Make link
          </button>
        </div>
        {problem.value !== "" && (
          <p role="alert" class="text-danger">
            {problem.value}
          </p>
        )}
        {shared.value !== null && <SharedLink place={place} entry={entry} shared={shared.value} />}
      </div>
    </details>
  )
})
