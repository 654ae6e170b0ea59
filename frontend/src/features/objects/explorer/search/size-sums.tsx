import { component$ } from "@builder.io/qwik"
import { bytes, counted, int } from "~/lib/format"
import { visible } from "~/lib/visible"
import type { FolderSize } from "./size-run"

interface Line {
  readonly name: string
  readonly objects: number
  readonly bytes: number
}

const ageName = (days: number | null, before: number): string => {
  if (days === null) return "Older than a year"
  return days === 1 ? "Less than a day" : days === 365 ? `${before} days to a year` : `${before} to ${days} days`
}

const Sums = component$<{ readonly caption: string; readonly head: string; readonly lines: ReadonlyArray<Line> }>(
  ({ caption, head, lines }) => (
    <table class="report">
      <caption class="mb-1 text-left text-sm font-medium">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Objects</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            <td data-label="Objects" class="num">
              {int(line.objects)}
            </td>
            <td data-label="Size" class="num">
              {bytes(line.bytes)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
)

export const SizeSums = component$<{ readonly size: FolderSize; readonly versions: boolean }>(({ size, versions }) => (
  <div class="grid gap-4" data-testid="size-sums">
    <p class="num text-base">
      <b class="font-semibold">{bytes(size.bytes)}</b> in {counted(size.objects, "object")}
      {versions && (
        <span class="text-ink-2">
          , and {bytes(size.hidden_bytes)} in {counted(size.hidden_versions, "earlier version")},{" "}
          {counted(size.delete_markers, "delete marker")}
        </span>
      )}
    </p>
    <div class="grid gap-4 sm:grid-cols-2">
      <Sums
        caption="By storage class"
        head="Class"
        lines={size.storage_classes.map(({ storage_class, ...line }) => ({ name: visible(storage_class), ...line }))}
      />
      <Sums
        caption="By age"
        head="Last written"
        lines={size.ages
          .map(({ days, ...line }, at) => ({ name: ageName(days, size.ages[at - 1]?.days ?? 0), ...line }))
          .filter(({ objects }) => objects > 0)}
      />
    </div>
  </div>
))
