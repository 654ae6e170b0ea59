import { $, component$, Slot, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import type { BucketPlace } from "~/lib/bucket-place"
import { browserHref, CLUSTER_BROWSER, type ExplorerView, isExplorerTab } from "~/lib/browser-href"
import { clusterListHref } from "~/lib/cluster-browser-href"
import { isListable } from "~/lib/context-folders"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { crumbsOf } from "./entries"
import { PathHeading } from "./path-heading"
import { PathInput } from "./path-input"
import { useExplorerBase, usePlaceForLinks } from "./use-explorer-base"

const SHOWN = 2

const Crumb = component$<{ readonly href: string; readonly class: string; readonly isLink: boolean }>(
  ({ class: classes, href, isLink }) =>
    isLink ? (
      <NavLink href={href} class={`btn btn-ghost ${classes}`}>
        <Slot />
      </NavLink>
    ) : (
      <span class={`inline-flex items-center gap-1.5 ${classes}`}>
        <Slot />
      </span>
    )
)

export const PathBar = component$<{
  readonly place: BucketPlace
  readonly prefix: string
  readonly view?: ExplorerView
}>(({ place: given, prefix, view = "" }) => {
  const place = usePlaceForLinks(given)
  const base = useExplorerBase()
  const { current } = useExecutionContexts()
  const folders = current?.folders
  const typing = useSignal(false)
  // a bucket's page has its own heading and back link
  const isTab = isExplorerTab(base)
  const crumbs = crumbsOf(prefix)
  const here = crumbs.at(-1)
  const before = crumbs.slice(0, -1)
  const folded = before.slice(0, Math.max(0, before.length - SHOWN))
  const shown = before.slice(folded.length)
  if (typing.value)
    return (
      <PathInput
        place={place}
        prefix={prefix}
        onEnd$={$(() => {
          typing.value = false
        })}
      />
    )
  return (
    <nav aria-label="Path" class="path-bar">
      {!isTab && (
        <NavLink
          href={
            base === CLUSTER_BROWSER
              ? clusterListHref(place.contextId)
              : browserHref({ contextId: place.contextId }, "", "", { base })
          }
          class="btn btn-ghost btn-icon flex-none"
        >
          <Icon name="arrow-left" label="All buckets" />
        </NavLink>
      )}
      <span data-folder="" class="contents">
        <Crumb
          href={browserHref(place, "", "", { base, view })}
          isLink={isListable(folders, place.bucket, "")}
          class={`path-crumb px-1.5 text-lg font-semibold text-ink ${here ? "path-bucket" : ""}`}
        >
          <Icon name="database" class="flex-none" />
          <span class="truncate">{place.bucket}</span>
        </Crumb>
      </span>
      {before.some((crumb) => isListable(folders, place.bucket, crumb.prefix)) && (
        <span class={["flex flex-none items-center", folded.length === 0 && "path-narrow"]}>
          <Icon name="chevron-right" class="text-ink-3" />
          <button type="button" class="btn btn-ghost btn-icon" aria-label="Folders above" popovertarget="path-folded">
            <Icon name="ellipsis" />
          </button>
          <Menu id="path-folded" label="Folders above">
            {before
              .filter((crumb) => isListable(folders, place.bucket, crumb.prefix))
              .map((crumb) => (
                <NavLink
                  key={crumb.prefix}
                  href={browserHref(place, crumb.prefix, "", { base, view })}
                  class="menu-item"
                >
                  <MenuItemBody icon="folder" label={crumb.name} />
                </NavLink>
              ))}
          </Menu>
        </span>
      )}
      {shown.map((crumb) => (
        <span key={crumb.prefix} data-folder={crumb.prefix} class="path-wide flex min-w-0 items-center">
          <Icon name="chevron-right" class="flex-none text-ink-3" />
          <Crumb
            href={browserHref(place, crumb.prefix, "", { base, view })}
            isLink={isListable(folders, place.bucket, crumb.prefix)}
            class="path-crumb px-1.5 text-base text-ink"
          >
            <span class="truncate whitespace-pre">{crumb.name}</span>
          </Crumb>
        </span>
      ))}
      {here && <Icon name="chevron-right" class="flex-none text-ink-3" />}
      <PathHeading isTab={isTab} isShown={here !== undefined} text={here?.name ?? place.bucket} />
      <button
        type="button"
        class="btn btn-ghost btn-icon flex-none"
        aria-label="Type a path"
        title="Type or paste a path"
        onClick$={() => {
          typing.value = true
        }}
      >
        <Icon name="pencil" />
      </button>
    </nav>
  )
})
