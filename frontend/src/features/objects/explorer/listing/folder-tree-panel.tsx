import { $, component$, type QRL, sync$, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { topFolders } from "~/lib/context-folders"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { TypeAhead } from "~/lib/type-ahead"
import { entryName } from "./entries"
import {
  treeLineKey,
  linesOf,
  moveInTree,
  nodeOf,
  type Tree,
  type TreeLine,
  unreadNode,
  pathToPrefix
} from "./tree-state"

interface TreeProps {
  readonly place: BucketPlace
  readonly prefix: string
  readonly readings: number
  readonly onGo$: QRL<(prefix: string) => void>
}

const PAGE = 1_000
const LETTER = /^[\p{L}\p{N}._-]$/u
const typeAhead = new TypeAhead()

const readOn = async (place: BucketPlace, tree: Tree, prefix: string): Promise<void> => {
  const key = treeLineKey(prefix)
  const node = (tree[key] ??= unreadNode())
  if (node.reading) return
  tree[key] = { ...node, reading: true, problem: "" }
  try {
    const page = await callIn(place, "GET /api/browser/buckets/:bucket_name/objects", {
      query: { prefix, max_keys: PAGE, continuation_token: node.next ?? undefined }
    })
    tree[key] = {
      ...tree[key],
      open: tree[key]?.open ?? node.open,
      reading: false,
      problem: "",
      folders: [...(node.folders ?? []), ...page.prefixes],
      next: page.next_continuation_token
    }
  } catch (cause) {
    tree[key] = { ...node, reading: false, problem: asProblem(cause).message }
  }
}

export const FolderTree = component$<TreeProps>(({ onGo$, place, prefix, readings }) => {
  const contexts = useExecutionContexts()
  const tops = topFolders(contexts.current?.folders, place.bucket)
  const tree = useStore<Tree>({}, { deep: false })
  const at = useSignal(prefix)
  const line = useSignal<TreeLine["kind"]>("folder")
  useVisibleTask$(
    async ({ track }) => {
      const shown = track(() => prefix)
      at.value = shown
      line.value = "folder"
      for (const folder of pathToPrefix(shown, tops)) {
        if (folder === shown && !tops.includes(folder)) continue
        if (!nodeOf(tree, folder)?.folders) await readOn(place, tree, folder)
        tree[treeLineKey(folder)] = { ...(nodeOf(tree, folder) ?? unreadNode()), open: true }
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    async ({ track }) => {
      track(() => readings)
      const node = nodeOf(tree, prefix)
      if (!node || node.folders === null || node.reading) return
      tree[treeLineKey(prefix)] = { ...node, folders: null, next: null }
      await readOn(place, tree, prefix)
    },
    { strategy: "document-ready" }
  )
  const turn$ = $(async (folder: string) => {
    const node = nodeOf(tree, folder) ?? unreadNode()
    tree[treeLineKey(folder)] = { ...node, open: !node.open }
    if (!node.open && node.folders === null) await readOn(place, tree, folder)
  })
  const press$ = $(async (pressed: TreeLine) => {
    at.value = pressed.prefix
    line.value = pressed.kind
    if (pressed.kind === "folder") await onGo$(pressed.prefix)
    else await readOn(place, tree, pressed.prefix)
  })
  const lines = tops.flatMap((top) => linesOf(tree, top))
  const active = Math.max(
    0,
    lines.findIndex((one) => one.prefix === at.value && one.kind === line.value)
  )
  return (
    <div
      class="folder-tree"
      role="tree"
      aria-label="Folders"
      tabIndex={0}
      aria-activedescendant={`tree-${active}`}
      onKeyDown$={[
        sync$((event: KeyboardEvent) => {
          if (
            !event.ctrlKey &&
            !event.metaKey &&
            !event.altKey &&
            ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", " ", "Enter"].includes(event.key)
          )
            event.preventDefault()
        }),
        $(async (event: KeyboardEvent, element: HTMLElement) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          const here = lines[active]
          if (here && (event.key === "Enter" || event.key === " ")) return press$(here)
          const { to, turn } = LETTER.test(event.key)
            ? {
                to: typeAhead.next(
                  event.key,
                  event.timeStamp,
                  lines.map((one) => (one.kind === "folder" ? entryName(one.prefix) : "")),
                  active
                ),
                turn: undefined
              }
            : moveInTree(tree, lines, active, event.key)
          if (turn !== undefined) return turn$(turn)
          const wanted = to === undefined ? undefined : lines[to]
          if (!wanted) return
          at.value = wanted.prefix
          line.value = wanted.kind
          element.querySelector(`#tree-${to}`)?.scrollIntoView({ block: "nearest" })
        })
      ]}
    >
      {lines.map((one, index) => {
        const node = nodeOf(tree, one.prefix)
        return (
          <div
            key={`${one.kind} ${one.prefix}`}
            id={`tree-${index}`}
            role="treeitem"
            class={["tree-line", index === active && "tree-active"]}
            data-level={Math.min(one.level, 12)}
            data-folder={one.kind === "folder" ? one.prefix : undefined}
            aria-level={one.level}
            aria-expanded={
              one.kind === "folder" &&
              (node?.folders === null || node?.folders === undefined || node.folders.length > 0 || node.next !== null)
                ? node?.open
                  ? "true"
                  : "false"
                : undefined
            }
            aria-selected={one.kind === "folder" && one.prefix === prefix ? "true" : "false"}
            onClick$={(event) =>
              (event.target as HTMLElement).closest("[data-turn]") ? turn$(one.prefix) : press$(one)
            }
          >
            {one.kind === "folder" && (
              <span data-turn="" class="tree-turn" aria-hidden="true">
                <Icon
                  name={node?.reading ? "loader-circle" : node?.open ? "chevron-down" : "chevron-right"}
                  class={node?.reading ? "spin" : ""}
                />
              </span>
            )}
            {one.kind === "folder" && (
              <Icon name={one.prefix === "" ? "database" : "folder"} class="flex-none text-accent-text" />
            )}
            <span
              class={["truncate whitespace-pre", one.kind !== "folder" && "ps-6 text-accent-text"]}
              title={one.kind === "folder" ? entryName(one.prefix) : undefined}
            >
              {one.kind === "folder"
                ? one.prefix === ""
                  ? place.bucket
                  : (one.level === 1 ? one.prefix : entryName(one.prefix)).replace(/\/$/, "") || "/"
                : one.kind === "more"
                  ? "Read on for more folders"
                  : `Not read: ${node?.problem ?? ""} Try again`}
            </span>
          </div>
        )
      })}
    </div>
  )
})
