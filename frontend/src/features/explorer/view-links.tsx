import { component$ } from "@builder.io/qwik"
import { useGo } from "~/lib/use-go"
import { browserHref, type ExplorerView } from "~/lib/browser-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { useExplorerBase } from "./use-explorer-base"

const VIEWS: ReadonlyArray<{ readonly view: ExplorerView; readonly label: string }> = [
  { view: "", label: "Objects" },
  { view: "versions", label: "Versions" },
  { view: "uploads", label: "Unfinished uploads" },
  { view: "search", label: "Search" }
]

/** The sides of a bucket in the explorer, all of the same folder. */
export const ViewLinks = component$<{ readonly place: BucketPlace; readonly prefix: string; readonly view: ExplorerView }>(({ place, prefix, view }) => {
  const base = useExplorerBase()
  const go = useGo()
  return (
    <nav aria-label="What is shown of the bucket" class="mb-3 flex flex-none gap-x-4 overflow-x-auto overflow-y-hidden border-b border-line px-5 whitespace-nowrap">
      {VIEWS.map((one) => {
        const href = browserHref(place, prefix, "", { base, view: one.view })
        return (
          <a key={one.view} href={href} class="tab" aria-current={one.view === view ? "page" : undefined} preventdefault:click onClick$={() => go(href)}>{one.label}</a>
        )
      })}
    </nav>
  )
})
