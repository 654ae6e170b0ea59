import { component$, type QRL, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { focusWhenRendered } from "~/lib/focus-when-rendered"
import { browserHref, isExplorerTab } from "~/lib/browser-href"
import { isListable } from "~/lib/context-folders"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useGoTo } from "~/lib/use-go-to"
import type { BucketPlace } from "~/lib/bucket-place"
import { visible } from "~/lib/visible"
import { placesText, typedPath } from "./typed-path"
import { PathHeading } from "./path-heading"
import { useExplorerBase } from "./use-explorer-base"

interface InputProps {
  readonly place: BucketPlace
  readonly prefix: string
  readonly onEnd$: QRL<() => void>
}

export const PathInput = component$<InputProps>(({ onEnd$, place, prefix }) => {
  const base = useExplorerBase()
  const go = useGoTo()
  const contexts = useExecutionContexts()
  const problem = useSignal("")
  const input = useSignal<HTMLInputElement>()
  useVisibleTask$(
    () => {
      focusWhenRendered(
        () => input.value,
        () => true
      )
      input.value?.select()
    },
    { strategy: "document-ready" }
  )
  return (
    <form
      class="flex min-w-0 flex-1 flex-wrap items-center gap-2"
      preventdefault:submit
      onSubmit$={async (_, form) => {
        const typed = String(new FormData(form).get("path") ?? "")
        const target = typedPath(typed, place.bucket)
        if (target === null) {
          problem.value = "That names no bucket: write s3://bucket/key, or a path in this one."
          return
        }
        const folders = contexts.current?.folders
        if (!isListable(folders, target.bucket, target.prefix)) {
          problem.value = `You have access only to ${placesText(folders ?? [])}.`
          return
        }
        await go(
          browserHref({ contextId: place.contextId, bucket: target.bucket }, target.prefix, "", {
            base,
            from: target.from
          })
        )
        await onEnd$()
      }}
    >
      <PathHeading isTab={isExplorerTab(base)} isShown={false} text={prefix === "" ? place.bucket : visible(prefix)} />
      <input
        ref={input}
        name="path"
        class="input min-w-0 flex-1 font-mono text-xs"
        aria-label="Path: s3://bucket/key"
        aria-invalid={problem.value === "" ? undefined : "true"}
        aria-describedby={problem.value === "" ? undefined : "path-problem"}
        value={`s3://${place.bucket}/${prefix}`}
        spellcheck={false}
        autoComplete="off"
        onKeyDown$={(event) => {
          if (event.key === "Escape") void onEnd$()
        }}
      />
      <button type="submit" class="btn btn-primary">
        Go
      </button>
      <button type="button" class="btn btn-ghost" onClick$={() => onEnd$()}>
        Cancel
      </button>
      {problem.value !== "" && (
        <p id="path-problem" role="alert" class="w-full text-xs text-danger">
          {problem.value}
        </p>
      )}
    </form>
  )
})
