import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DiffLine, foldUnchanged, lineDiff } from "./line-diff"

interface DiffProps {
  readonly before: string
  readonly after: string
  readonly label: string
}

const SIGN = { same: " ", gone: "−", new: "+", gap: "…" } as const
const ACCESSIBLE_PREFIX = { same: "", gone: "Removed: ", new: "Added: ", gap: "" } as const
const TONE = {
  same: "text-ink-2",
  gone: "bg-danger-soft text-danger",
  new: "bg-ok-soft text-ok",
  gap: "text-ink-3"
} as const
const MAX_LINES = 400

export const DiffView = component$<DiffProps>(({ after, before, label }) => {
  const lines = useSignal<ReadonlyArray<DiffLine> | null>(null)
  useVisibleTask$(
    async ({ track }) => {
      const [one, other] = [track(() => before), track(() => after)]
      lines.value = foldUnchanged(await lineDiff(one, other))
    },
    { strategy: "document-ready" }
  )
  const visibleLines = lines.value?.slice(0, MAX_LINES)
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      class="max-h-80 min-w-0 overflow-auto rounded-ctl border border-line bg-sunken py-1 font-mono text-xs"
      data-testid="diff"
    >
      {visibleLines === undefined ? (
        <span class="skeleton mx-3 my-2 block h-4 w-3/5" />
      ) : visibleLines.every(({ kind }) => kind === "same" || kind === "gap") ? (
        <p class="px-3 py-1 font-sans text-ink-2">Nothing is different.</p>
      ) : (
        visibleLines.map(({ kind, text }, index) => (
          <div key={index} class={["flex min-w-max gap-2 px-3 whitespace-pre", TONE[kind]]}>
            <span aria-hidden="true" class="flex-none select-none">
              {SIGN[kind]}
            </span>
            <span>
              <span class="sr-only">{ACCESSIBLE_PREFIX[kind]}</span>
              {text === "" ? " " : text}
            </span>
          </div>
        ))
      )}
      {lines.value !== null && lines.value.length > MAX_LINES && (
        <p class="px-3 py-1 font-sans text-ink-2">… and {lines.value.length - MAX_LINES} more lines</p>
      )}
    </div>
  )
})
