import { $, component$ } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { KeyForm } from "./key-form"
import { ParquetView } from "./parquet-view"
import { PdfView } from "./pdf-view"
import { Picture, MAX_PICTURE_BYTES } from "./picture"
import { Played } from "./played"
import type { Sight } from "./read-bytes"
import { RowsTable } from "./rows-table"
import { PREVIEW_BYTES, MAX_PREVIEW_ROWS, readPreview } from "./read-preview"

interface PreviewProps {
  readonly place: BucketPlace
  readonly entry: string
  readonly name: string
}

/** Uses the detected kind, not the Content-Type. HTML is shown as text and never runs. */
export const PreviewTab = component$<PreviewProps>(({ entry, name, place }) => {
  const loaded = useLoaded($((signal) => readPreview(place, entry, signal)))
  const { problem, value } = loaded
  if (problem?.status === 404)
    return <p class="text-ink-2">There is no such object: it was deleted, or its name is another.</p>
  if (problem?.errors.some(({ path }) => path.includes("x-sse-customer-key")))
    return (
      <KeyForm place={place} entry={entry} reason={problem.errors[0]?.message ?? ""} after$={$(() => reload(loaded))} />
    )
  if (problem)
    return <ErrorState title="The preview could not be loaded" problem={problem} onRetry$={() => reload(loaded)} />
  if (value === null) return <span class="skeleton block h-40 w-full" aria-busy="true" />
  const source: Sight = { place, key: entry, version: "" }
  const {
    cut,
    encoding,
    kind,
    rows: [head = [], ...rows],
    size,
    text
  } = value
  if (size === 0) return <p class="text-ink-2">This object is empty.</p>
  switch (kind.kind) {
    case "other":
      return <p class="text-ink-2">This is {kind.name}, which cannot be shown here. Download it to open it.</p>
    case "image":
      return size > MAX_PICTURE_BYTES ? (
        <p class="text-ink-2">This picture has {bytes(size)}: download it to see it.</p>
      ) : (
        <Picture sight={source} type={kind.type} name={name} />
      )
    case "video":
    case "audio":
      return <Played sight={source} kind={kind.kind} type={kind.type} name={name} />
    case "pdf":
      return <PdfView sight={source} size={size} name={name} />
    case "parquet":
      return <ParquetView sight={source} size={size} />
    default:
      return (
        <>
          {head.length > 0 ? (
            <RowsTable label="First rows" head={head} rows={rows.slice(0, MAX_PREVIEW_ROWS)} testid="csv" />
          ) : (
            <pre
              role="region"
              aria-label={`Text of ${name}`}
              tabIndex={0}
              class={
                "max-h-[60vh] overflow-auto rounded-ctl border border-line bg-sunken p-3 font-mono text-xs " +
                "whitespace-pre-wrap [overflow-wrap:anywhere]"
              }
              data-testid="text"
            >
              {text}
            </pre>
          )}
          {encoding === "windows-1252" && (
            <p class="mt-2 text-xs text-ink-3" data-testid="encoding">
              Shown as Windows-1252 (Latin-1): it is not valid UTF-8, so this encoding is assumed.
            </p>
          )}
          {cut && (
            <p class="mt-2 text-xs text-ink-3">
              The first {bytes(PREVIEW_BYTES)} of {bytes(size)}.
            </p>
          )}
        </>
      )
  }
})
