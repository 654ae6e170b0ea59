import { component$ } from "@builder.io/qwik"
import { useGoTo } from "~/lib/use-go-to"
import { browserHref, type ExplorerView } from "~/lib/browser-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { useExplorerBase, usePlaceForLinks } from "./use-explorer-base"

const VIEWS: ReadonlyArray<{ readonly view: ExplorerView; readonly label: string; readonly more?: string }> = [
  { view: "", label: "Objects" },
  { view: "versions", label: "Versions" },
  { view: "uploads", label: "Unfinished", more: " uploads" },
  { view: "search", label: "Search" },
  { view: "size", label: "Size" }
]

export const ViewLinks = component$<{
  readonly place: BucketPlace
  readonly prefix: string
  readonly view: ExplorerView
}>(({ place: given, prefix, view }) => {
  const place = usePlaceForLinks(given)
  const base = useExplorerBase()
  const go = useGoTo()
  return (
    <nav aria-label="What is shown of the bucket" class="explorer-views">
      {VIEWS.map((one) => {
        const href = browserHref(place, prefix, "", { base, view: one.view })
        return (
          <a
            key={one.view}
            href={href}
            class="tab"
            aria-current={one.view === view ? "page" : undefined}
            preventdefault:click
            onClick$={() => go(href)}
          >
            {one.label}
            {one.more !== undefined && <span class="explorer-words">{one.more}</span>}
          </a>
        )
      })}
    </nav>
  )
})
