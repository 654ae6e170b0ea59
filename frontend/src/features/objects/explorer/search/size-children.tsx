import { component$, type QRL } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { bytes, int, percent } from "~/lib/format"
import { useReadOnly } from "~/lib/use-read-only"
import { visible } from "~/lib/visible"
import { entryId } from "../../transfers/entry-id"
import type { FolderChild, FolderSize } from "./size-run"

export const childName = (key: string, prefix: string): string =>
  visible(key.slice(prefix.length)) || "(the folder's own object)"

export const weightOf = ({ bytes, hidden_bytes }: Pick<FolderChild, "bytes" | "hidden_bytes">): number =>
  bytes + hidden_bytes

interface ChildrenProps {
  readonly size: FolderSize
  readonly versions: boolean
  readonly hrefs: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
  readonly onDelete$: QRL<(id: string) => void>
}

export const SizeChildren = component$<ChildrenProps>(({ hrefs, onDelete$, places, size, versions }) => {
  const readOnly = useReadOnly()
  const whole = weightOf(size)
  const share = (part: Pick<FolderChild, "bytes" | "hidden_bytes">) =>
    whole === 0 ? "—" : percent(weightOf(part) / whole)
  return (
    <table class="report" data-testid="size-children">
      <caption class="mb-1 text-left text-sm font-medium">
        {size.rest.children > 0
          ? `The largest ${int(size.children.length)} of ${int(size.children.length + size.rest.children)}`
          : "What is in it"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Share</th>
          <th scope="col">Size</th>
          {versions && <th scope="col">Earlier</th>}
          <th scope="col">Objects</th>
          <th scope="col">
            <span class="sr-only">Do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {size.children.map((child, at) => {
          const name = childName(child.key, size.prefix)
          return (
            <tr key={child.key}>
              <th scope="row">
                <NavLink class="inline-flex min-h-6 items-center gap-2 hover:underline" href={hrefs[at] ?? ""}>
                  <Icon name={child.kind === "folder" ? "folder" : "file"} class="flex-none text-ink-3" />
                  <span class="whitespace-pre-wrap wrap-anywhere">{name}</span>
                </NavLink>
              </th>
              <td data-label="Share" class="num">
                {share(child)}
              </td>
              <td data-label="Size" class="num">
                {bytes(child.bytes)}
              </td>
              {versions && (
                <td data-label="Earlier" class="num">
                  {bytes(child.hidden_bytes)}
                </td>
              )}
              <td data-label="Objects" class="num">
                {int(child.objects)}
              </td>
              <td>
                <span class="flex justify-end gap-1">
                  <NavLink class="btn btn-ghost btn-sm" href={places[at] ?? ""}>
                    Open<span class="sr-only"> {name} in the explorer</span>
                  </NavLink>
                  {!readOnly && (
                    <button
                      type="button"
                      class="btn btn-ghost btn-sm text-danger"
                      aria-label={`Delete ${name}`}
                      onClick$={() => onDelete$(entryId(child.kind, child.key))}
                    >
                      Delete
                    </button>
                  )}
                </span>
              </td>
            </tr>
          )
        })}
        {size.rest.children > 0 && (
          <tr key="the rest">
            <th scope="row" class="text-ink-2">
              {int(size.rest.children)} smaller
            </th>
            <td data-label="Share" class="num">
              {share(size.rest)}
            </td>
            <td data-label="Size" class="num">
              {bytes(size.rest.bytes)}
            </td>
            {versions && (
              <td data-label="Earlier" class="num">
                {bytes(size.rest.hidden_bytes)}
              </td>
            )}
            <td data-label="Objects" class="num">
              {int(size.rest.objects)}
            </td>
            <td></td>
          </tr>
        )}
      </tbody>
    </table>
  )
})
