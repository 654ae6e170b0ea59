import { component$, useSignal } from "@builder.io/qwik"
import type { Action } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { dateTime } from "~/lib/format"
import { ChangePanel, type UndoSubject } from "./change-panel"
import { type Change, onPage } from "./feature"

const ORIGIN: Readonly<Record<Change["origin"], string>> = {
  edit: "edited",
  undo: "undone",
  copy: "copied from another bucket",
  create: "made with the bucket",
  bulk: "changed with others"
}

interface ChangeProps {
  readonly change: Change
  readonly bucket: string
  readonly contextId: string
  readonly undo: Action<UndoSubject>
}

export const ChangeLine = component$<ChangeProps>(({ bucket, change, contextId, undo }) => {
  const unfolded = useSignal(false)
  return (
    <details
      class="group"
      onToggle$={(_, details) => {
        unfolded.value = details.open
      }}
    >
      <summary class="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-card p-4">
        <Icon name="chevron-right" class="mt-0.5 transition-transform group-open:rotate-90" />
        <span class="min-w-0 flex-1 basis-48">
          <span class="flex flex-wrap items-center gap-2">
            <b class="font-medium">{onPage(change.feature).label}</b>{" "}
            <span class="text-ink-3">{ORIGIN[change.origin]}</span>
            {change.undone_by !== null && <Badge text="Undone since" />}
            {change.former && <Badge text="Earlier bucket" />}
          </span>
          <span class="block break-words text-ink-2">
            {change.before_summary || "not set"} → <span class="text-ink">{change.after_summary || "not set"}</span>
          </span>
        </span>
        <span class="min-w-0 text-xs text-ink-3 max-sm:w-full max-sm:ps-7 sm:text-end">
          <span class="block max-w-56 truncate" title={change.changed_by ?? undefined}>
            {change.changed_by ?? "somebody who is gone"}
          </span>
          <span title={dateTime(change.changed_at)}>
            <Ago at={change.changed_at} />
          </span>
        </span>
      </summary>
      {unfolded.value && <ChangePanel change={change} bucket={bucket} contextId={contextId} undo={undo} />}
    </details>
  )
})
