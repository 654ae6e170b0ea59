import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes } from "~/lib/format"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"
import { csvRows } from "./csv-rows"
import { type FileKind, fileKind, textOf } from "./file-kind"
import { readDetails } from "./object"
import { contentAddress, firstBytes, type Sight } from "./read-bytes"

/** Bytes that a text is judged and shown by. */
const BEGINNING = 64 * 1024
/** A picture is read whole: more than this is downloaded instead. */
const PICTURE = 20 * 1024 * 1024
const ROWS = 100

interface Seen {
  readonly size: number
  readonly kind: FileKind
  readonly text: string
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** JSON that is there whole, with its lines broken as people read it. */
const broken = (text: string): string => {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // not JSON after all: shown as it is
    return text
  }
}

const see = async (place: BucketPlace, entry: string, signal: AbortSignal): Promise<Seen> => {
  const { headers: { content_type }, size_bytes: size } = await readDetails(place, entry, signal)
  if (size === 0) return { size, kind: { kind: "text" }, text: "", rows: [] }
  const first = await firstBytes({ place, key: entry, version: "" }, BEGINNING, signal)
  const kind = fileKind(first)
  const cut = size > BEGINNING
  const text = kind.kind === "text" ? textOf(first) ?? "" : ""
  const isTable = kind.kind === "text" && (/\.(csv|tsv)$/i.test(entry) || /^text\/(csv|tab-separated-values)/.test(content_type ?? ""))
  return { size, kind, text: cut ? text : broken(text), rows: isTable ? csvRows(text, ROWS + 1, cut) : [] }
}

/** A picture, from its bytes and the type that they have: nothing in it runs. */
const Picture = component$<{ readonly sight: Sight; readonly type: string; readonly name: string }>(({ name, sight, type }) => {
  const shown = useSignal("")
  const failed = useSignal(false)
  useVisibleTask$(async ({ cleanup }) => {
    const asked = new AbortController()
    let made = ""
    cleanup(() => {
      asked.abort()
      if (made !== "") URL.revokeObjectURL(made)
    })
    try {
      made = URL.createObjectURL(new Blob([(await firstBytes(sight, PICTURE, asked.signal)).slice()], { type }))
      shown.value = made
    } catch {
      // said in place of the picture
      failed.value = !asked.signal.aborted
    }
  }, { strategy: "document-ready" })
  if (failed.value) return <p class="text-ink-2">The picture could not be loaded.</p>
  return shown.value === ""
    ? <span class="skeleton block h-40 w-full" />
    : <img src={shown.value} alt={`Preview of ${name}`} width={640} height={480} class="h-auto max-h-[60vh] w-full rounded-ctl border border-line bg-sunken object-contain" onError$={() => { failed.value = true }} />
})

const Table = component$<{ readonly rows: Seen["rows"] }>(({ rows }) => {
  const [head = [], ...body] = rows
  return (
    <div role="region" aria-label="First rows" tabIndex={0} class="max-h-[60vh] overflow-auto rounded-ctl border border-line">
      <table class="text-xs" data-testid="csv">
        <thead><tr>{head.map((cell, index) => <th key={index} scope="col" class="border-b border-line px-2 py-1 text-start font-medium whitespace-nowrap">{visible(cell)}</th>)}</tr></thead>
        <tbody>{body.slice(0, ROWS).map((row, at) => <tr key={at}>{row.map((cell, index) => <td key={index} class="max-w-64 truncate border-b border-line px-2 py-1">{visible(cell)}</td>)}</tr>)}</tbody>
      </table>
    </div>
  )
})

/** What is in an object, told by its first bytes, whatever it says of itself. Texts are shown as text: no page of it ever runs. */
export const PreviewTab = component$<{ readonly place: BucketPlace; readonly entry: string; readonly name: string }>(({ entry, name, place }) => {
  const loaded = useLoaded($((signal) => see(place, entry, signal)))
  const { problem, value } = loaded
  if (problem?.status === 404) return <p class="text-ink-2">There is no such object: it was deleted, or its name is another.</p>
  if (problem) return <ErrorState title="The preview could not be loaded" problem={problem} onRetry$={() => readAgain(loaded)} />
  if (value === null) return <span class="skeleton block h-40 w-full" aria-busy="true" />
  const sight: Sight = { place, key: entry, version: "" }
  const { kind, rows, size, text } = value
  if (size === 0) return <p class="text-ink-2">This object is empty.</p>
  if (kind.kind === "other") return <p class="text-ink-2">This is {kind.name}, which cannot be shown here. Download it to open it.</p>
  if (kind.kind === "image" && size > PICTURE) return <p class="text-ink-2">This picture has {bytes(size)}: download it to see it.</p>
  if (kind.kind === "image") return <Picture sight={sight} type={kind.type} name={name} />
  if (kind.kind === "video") return <video src={contentAddress(sight)} controls preload="metadata" class="max-h-[60vh] w-full rounded-ctl bg-sunken" aria-label={`Preview of ${name}`} />
  if (kind.kind === "audio") return <audio src={contentAddress(sight)} controls preload="metadata" class="w-full" aria-label={`Preview of ${name}`} />
  return (
    <>
      {rows.length > 0
        ? <Table rows={rows} />
        : <pre role="region" aria-label={`Text of ${name}`} tabIndex={0} class="max-h-[60vh] overflow-auto rounded-ctl border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]" data-testid="text">{text}</pre>}
      {size > BEGINNING && <p class="mt-2 text-xs text-ink-3">The first {bytes(BEGINNING)} of {bytes(size)}.</p>}
    </>
  )
})
