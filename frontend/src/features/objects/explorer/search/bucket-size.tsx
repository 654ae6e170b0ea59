import { $, component$, noSerialize, type NoSerialize, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { useAction } from "~/components/action"
import { TreemapChart, type TreemapPart } from "~/components/chart/treemap-chart"
import { Icon } from "~/components/ui/icon"
import { ListingPage } from "~/components/ui/page-header"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { browserHref } from "~/lib/browser-href"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, counted, percent } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { successToast, useToasts } from "~/lib/toasts"
import { place as placeOf, refinement } from "~/lib/url-state"
import { useGoTo } from "~/lib/use-go-to"
import { useUrlState } from "~/lib/use-url-state"
import { DeleteDialog } from "../actions/delete-dialog"
import { deletionTargets, type DeletionTarget } from "../actions/deletion-target"
import { PathBar } from "../listing/path-bar"
import { entryId } from "../../transfers/entry-id"
import { childName, SizeChildren, weightOf } from "./size-children"
import { type FolderSize, runSize, type SizeStatus } from "./size-run"
import { SizeSums } from "./size-sums"
import { useExplorerBase } from "../listing/use-explorer-base"
import { ViewLinks } from "../listing/view-links"

const SAID: Record<SizeStatus, string> = {
  reading: "Reading",
  whole: "Everything was read",
  stopped: "Stopped: the rest was not read",
  failed: "Broken off: the rest was not read"
}

const entryCount = ({ delete_markers, hidden_versions, objects }: FolderSize): number =>
  objects + hidden_versions + delete_markers

const partsOf = (size: FolderSize): ReadonlyArray<TreemapPart> => {
  const whole = weightOf(size)
  const describe = (value: number, objects: number) =>
    `${percent(whole === 0 ? 0 : value / whole)} of all, ${bytes(value)} in ${counted(objects, "object")}`
  const children = size.children.map(
    (child): TreemapPart => ({
      name: childName(child.key, size.prefix),
      value: weightOf(child),
      label: describe(weightOf(child), child.objects),
      key: child.key
    })
  )
  const { rest } = size
  return rest.children === 0
    ? children
    : [
        ...children,
        {
          name: counted(rest.children, "smaller one", "smaller ones"),
          value: weightOf(rest),
          label: describe(weightOf(rest), rest.objects),
          key: null,
          rest: true
        }
      ]
}

export const BucketSize = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const toasts = useToasts()
  const base = useExplorerBase()
  const go = useGoTo()
  const urlState: { prefix: string; earlier: string } = useUrlState({ prefix: placeOf(), earlier: refinement() })
  const size = useSignal<NoSerialize<FolderSize>>()
  const status = useSignal<SizeStatus>("reading")
  const problem = useSignal<NoSerialize<ProblemError>>()
  const running = useSignal<NoSerialize<AbortController>>()
  const again = useSignal(0)
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const versions = urlState.earlier === "true"

  useVisibleTask$(
    ({ cleanup, track }) => {
      const at = { contextId: track(() => contexts.current?.id) ?? "", bucket }
      const wanted = { prefix: track(() => urlState.prefix), versions: track(() => urlState.earlier) === "true" }
      track(() => again.value)
      size.value = undefined
      problem.value = undefined
      status.value = "reading"
      if (at.contextId === "") return
      const controller = new AbortController()
      running.value = noSerialize(controller)
      void runSize(at, wanted, controller.signal, {
        onSize: (folderSize, isFinal) => {
          size.value = noSerialize(folderSize)
          status.value = isFinal
        },
        onProblem: (cause) => {
          problem.value = noSerialize(cause)
          status.value = "failed"
        }
      })
      cleanup(() => controller.abort())
    },
    { strategy: "document-ready" }
  )

  const remove = useAction({
    run$: $(async (target: DeletionTarget) => {
      const { deleteSelection } = await import("../actions/delete-objects")
      await deleteSelection(operations, target, ({ text, isSuccess: well }, isReported) => {
        again.value++
        if (well && !isReported) successToast(toasts, { text })
      })
    })
  })
  const hrefOf = (key: string, open: boolean): string => {
    if (key.endsWith("/") && key !== urlState.prefix)
      return browserHref(place, key, "", open ? { base } : { base, view: "size" })
    const slash = key.lastIndexOf("/") + 1
    return browserHref(place, key.slice(0, slash), entryId("object", key), { base, from: key.slice(slash) })
  }
  const folderSize = size.value
  return (
    <ListingPage>
      <div class="flex min-h-0 flex-1 flex-col overflow-y-auto" data-testid="bucket-size">
        <header class="explorer-head">
          <PathBar place={place} prefix={urlState.prefix} view="size" />
          {status.value === "reading" ? (
            <button
              key="stop"
              type="button"
              class="btn btn-secondary"
              onClick$={() => {
                running.value?.abort()
                status.value = "stopped"
              }}
            >
              <Icon name="x" /> Stop
            </button>
          ) : (
            <button
              key="again"
              type="button"
              class="btn btn-secondary"
              onClick$={() => {
                again.value++
              }}
            >
              <Icon name="refresh-cw" /> Measure again
            </button>
          )}
        </header>
        <ViewLinks place={place} prefix={urlState.prefix} view="size" />
        <div class="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-4 px-5 pb-6">
          <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p class="flex items-center gap-2 text-xs text-ink-2" role="status" data-testid="size-status">
              {status.value === "reading" && <Icon name="loader-circle" class="spin size-3.5" />}
              <span class="num">
                {SAID[status.value]}
                {folderSize ? `: ${counted(entryCount(folderSize), "entry", "entries")}` : ""}
              </span>
            </p>
            <label class="flex min-h-6 items-center gap-2 text-xs">
              <input
                type="checkbox"
                class="check"
                checked={versions}
                onChange$={(_, box) => {
                  urlState.earlier = box.checked ? "true" : ""
                }}
              />{" "}
              <span>Count earlier versions</span>
            </label>
          </div>
          {problem.value && (
            <ErrorState
              title="The folder could not be measured"
              problem={problem.value}
              onRetry$={() => {
                again.value++
              }}
            />
          )}
          {folderSize && <SizeSums size={folderSize} versions={versions} />}
          {folderSize && weightOf(folderSize) > 0 && (
            <TreemapChart
              label={`What takes the space in ${urlState.prefix === "" ? bucket : childName(urlState.prefix, "")}`}
              parts={partsOf(folderSize)}
              onOpen$={$((key: string) => {
                const inside = key.endsWith("/") && key !== urlState.prefix
                const slash = key.lastIndexOf("/") + 1
                const at = { contextId: contexts.current?.id ?? "", bucket }
                return go(
                  inside
                    ? browserHref(at, key, "", { base, view: "size" })
                    : browserHref(at, key.slice(0, slash), entryId("object", key), { base, from: key.slice(slash) })
                )
              })}
            />
          )}
          {folderSize && folderSize.children.length > 0 && (
            <SizeChildren
              size={folderSize}
              versions={versions}
              hrefs={folderSize.children.map(({ key }) => hrefOf(key, false))}
              places={folderSize.children.map(({ key }) => hrefOf(key, true))}
              onDelete$={$((id: string) => {
                remove.pending.value = deletionTargets({ contextId: contexts.current?.id ?? "", bucket }, [id])
              })}
            />
          )}
          {status.value === "whole" && folderSize?.children.length === 0 && (
            <EmptyState icon="folder" title="Nothing is in it" text="No object is below this folder." />
          )}
        </div>
      </div>
      <DeleteDialog action={remove} />
    </ListingPage>
  )
})
