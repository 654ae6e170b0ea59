import { ago, bytes, counted, int } from "~/lib/format"
import type { UsageContents } from "./usage"

export const HiddenBytes = (props: { readonly contents: UsageContents }) => {
  const { complete, delete_marker_count, noncurrent, uploads } = props.contents
  const least = complete ? "" : "≥ "
  const rows = [
    { name: "Old versions", count: int(noncurrent.count), size: `${least}${bytes(noncurrent.bytes)}`, note: "" },
    { name: "Delete markers", count: int(delete_marker_count), size: "—", note: "" },
    {
      name: "Unfinished uploads",
      count: int(uploads.count),
      size: `${uploads.bytes_complete ? "" : "≥ "}${bytes(uploads.bytes)}`,
      note: [
        uploads.old_count > 0 ? `${counted(uploads.old_count, "is", "are")} older than 7 days` : "",
        uploads.oldest_at === null ? "" : `the oldest was begun ${ago(uploads.oldest_at)}`
      ]
        .filter(Boolean)
        .join(", ")
    }
  ]
  return (
    <table class="w-full" data-testid="hidden-bytes">
      <caption class="sr-only">What a plain listing does not show</caption>
      <thead class="text-xs text-ink-3">
        <tr>
          <th scope="col" class="py-1 text-start font-medium">
            Hidden
          </th>
          <th scope="col" class="ps-3 text-end font-medium">
            Number
          </th>
          <th scope="col" class="ps-3 text-end font-medium">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ count, name, note, size }) => (
          <tr key={name} class="border-t border-line align-top">
            <th scope="row" class="py-1.5 text-start font-medium">
              {name}
              {note !== "" && <span class="block text-xs font-normal text-ink-3">{note}</span>}
            </th>
            <td class="num py-1.5 ps-3 text-end">{count}</td>
            <td class="num py-1.5 ps-3 text-end whitespace-nowrap">{size}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
