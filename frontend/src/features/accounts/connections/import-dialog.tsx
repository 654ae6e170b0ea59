import { $, component$, noSerialize, type NoSerialize, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { changed, type ListingState } from "~/components/listing"
import { Dialog } from "~/components/ui/dialog"
import { Icon } from "~/components/ui/icon"
import { asProblem } from "~/client/problem-error"
import { successToast, useToasts } from "~/lib/toasts"
import { createConnection } from "./connection"
import { type Imported, readKeyFile, endpointUrl } from "./key-files"

const MAX_FILE_BYTES = 1_000_000

interface Row {
  readonly place: number
  readonly name: string
  readonly url: string
  readonly accessKey: string
  readonly temporary: boolean
  chosen: boolean
  outcome: string
  added: boolean
}

interface ImportDialogProps {
  readonly open: Signal<object | null>
  readonly listing: ListingState
}

const Importing = component$<ImportDialogProps>(({ listing, open }) => {
  const toasts = useToasts()
  // secrets must not be serialized into the page
  const parsedConnections = useSignal<NoSerialize<ReadonlyArray<Imported>>>()
  const state = useStore({ rows: [] as Array<Row>, kind: "", problem: "", busy: false, done: false })
  const take = $(async (text: string) => {
    const parsed = readKeyFile(text)
    Object.assign(state, {
      kind: parsed?.kind ?? "",
      done: false,
      problem:
        parsed === null
          ? "This is no AWS, rclone or s3cmd configuration."
          : parsed.found.length === 0
            ? `This ${parsed.kind} configuration holds no S3 keys: profiles that sign ` +
              "in elsewhere cannot be taken over."
            : ""
    })
    parsedConnections.value = noSerialize(parsed?.found ?? [])
    state.rows = (parsed?.found ?? []).map((one, place) => ({
      place,
      name: one.name,
      url: endpointUrl(one),
      accessKey: one.accessKey,
      temporary: one.sessionToken !== "",
      chosen: true,
      outcome: "",
      added: false
    }))
  })
  const files = $(async (list: FileList | null) => {
    const chosen = [...(list ?? [])]
    if (chosen.length === 0) return
    if (chosen.some(({ size }) => size > MAX_FILE_BYTES)) {
      state.problem = "This file is too large to be one."
      return
    }
    await take((await Promise.all(chosen.map((file) => file.text()))).join("\n"))
  })
  const send = $(async () => {
    state.busy = true
    let added = 0
    for (const row of state.rows) {
      const one = parsedConnections.value?.[row.place]
      if (!row.chosen || row.added || one === undefined) continue
      try {
        await createConnection("own", {
          name: row.name,
          custom_endpoint: {
            provider: one.provider,
            url: row.url,
            region: one.region,
            verify_tls: true,
            force_path_style: one.pathStyle
          },
          access_key: one.accessKey,
          secret_key: one.secretKey,
          session_token: one.sessionToken || null
        })
        row.added = true
        row.outcome = "Added"
        added++
      } catch (cause) {
        const problem = asProblem(cause)
        row.outcome = problem.errors.map(({ message }) => message).join(" ") || problem.message
      }
    }
    state.busy = false
    state.done = true
    if (added > 0) changed(listing)
    if (state.rows.every((row) => !row.chosen || row.added)) {
      open.value = null
      successToast(toasts, {
        text:
          added === 1
            ? `${state.rows.find((row) => row.added)?.name ?? "The connection"} is added`
            : `${added} connections are added`
      })
    }
  })
  const chosen = state.rows.filter((row) => row.chosen && !row.added).length
  return (
    <>
      <div class="grid gap-4 px-5 py-4">
        <p class="text-ink-2">
          Choose <code class="font-mono text-xs">~/.aws/credentials</code> (with{" "}
          <code class="font-mono text-xs">config</code>, if you like),{" "}
          <code class="font-mono text-xs">rclone.conf</code> or <code class="font-mono text-xs">.s3cfg</code>. The file
          is read in this browser; only what you choose below is sent.
        </p>
        <label class="grid gap-1">
          <span class="font-medium">Configuration files</span>
          <input
            type="file"
            class="input h-auto py-1.5"
            multiple
            onChange$={(_, input) => files(input.files)}
            data-testid="key-file"
          />
        </label>
        <details>
          <summary class="cursor-pointer font-medium">Or paste it</summary>
          <textarea
            class="input mt-2 h-32 font-mono text-xs"
            aria-label="Configuration"
            spellcheck={false}
            onInput$={(_, area) => take(area.value)}
          />
        </details>
        {state.problem !== "" && (
          <p role="alert" class="alert alert-danger">
            <Icon name="circle-alert" />
            <span>{state.problem}</span>
          </p>
        )}
        {state.rows.length > 0 && (
          <fieldset class="min-w-0" data-testid="import-list">
            <legend class="mb-1 font-medium">Found in this {state.kind} configuration</legend>
            <ul
              class="max-h-72 divide-y divide-line overflow-y-auto rounded-ctl border border-line"
              tabIndex={0}
              aria-label="Connections that were found"
            >
              {state.rows.map((row) => (
                <li key={row.place} class="flex items-start gap-2 px-3 py-2">
                  <input
                    type="checkbox"
                    class="check mt-1"
                    aria-label={`Take ${row.name}`}
                    checked={row.chosen}
                    disabled={row.added}
                    onChange$={(_, box) => {
                      row.chosen = box.checked
                    }}
                  />
                  <span class="min-w-0 flex-1">
                    <span class="block font-medium break-words">{row.name}</span>
                    <span class="block font-mono text-xs break-all text-ink-3">
                      {row.url} · {row.accessKey}
                      {row.temporary ? " · temporary" : ""}
                    </span>
                    {row.outcome !== "" && (
                      <span class={`block text-xs break-words ${row.added ? "text-ok" : "text-danger"}`} role="status">
                        {row.outcome}
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
      </div>
      <footer class="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            open.value = null
          }}
        >
          {state.done ? "Close" : "Cancel"}
        </button>
        <button type="button" class="btn btn-primary" disabled={state.busy || chosen === 0} onClick$={send}>
          {state.busy && <Icon name="loader-circle" class="spin" />}{" "}
          {chosen === 1 ? "Add 1 connection" : `Add ${chosen} connections`}
        </button>
      </footer>
    </>
  )
})

export const ImportDialog = component$<ImportDialogProps>(({ listing, open }) => (
  <Dialog open={open} title="Import connections" wide>
    {open.value !== null && <Importing open={open} listing={listing} />}
  </Dialog>
))
