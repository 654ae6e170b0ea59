import { component$, type QRL } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { ITEM_STATES } from "~/features/platform/runs/run"
import { bytes, counted, int } from "~/lib/format"
import { ItemActions } from "./item-actions"
import type { MigrationItem } from "./migration"

const MIGRATION_ITEM_STATES = { ...ITEM_STATES, paused: { text: "Paused", tone: "warn" as const } }

const LOCK_STATES = { locking: "is being locked", locked: "is locked", releasing: "is being unlocked" } as const

interface LockLineProps {
  readonly lock: NonNullable<MigrationItem["lock"]>
  readonly side: "source" | "target"
}

const LockLine = component$<LockLineProps>(({ lock, side }) => (
  <span class="block">
    {`The ${side} ${LOCK_STATES[lock.state]}`}
    {lock.lifecycle_parked ? ", its lifecycle rules are deleted until then." : "."}
    {lock.problem !== null && (
      <span class="block text-danger">{`Unlocking failed and is tried again: ${lock.problem}`}</span>
    )}
  </span>
))

const resultText = ({
  copied,
  copied_bytes,
  progress,
  removed,
  state,
  unfinished_uploads,
  verified
}: MigrationItem): string => {
  if (state === "running" && progress !== null)
    return [
      `${int(progress.done)}${progress.total === null ? "" : ` of ${int(progress.total)}`} ${progress.unit}`,
      ...(progress.note === "" ? [] : [progress.note])
    ].join(". ")
  return [
    ...(copied === null
      ? []
      : [`${counted(copied, "object")} copied${copied_bytes === null ? "" : `, ${bytes(copied_bytes)}`}`]),
    ...(removed === null || removed === 0 ? [] : [`${counted(removed, "deleted object")} removed`]),
    ...(unfinished_uploads === null || unfinished_uploads === 0
      ? []
      : [`${counted(unfinished_uploads, "unfinished upload")} not copied`]),
    ...(verified === null
      ? []
      : [
          `${int(verified.same)} equal`,
          ...(verified.different > 0 ? [`${int(verified.different)} different`] : []),
          ...(verified.missing > 0 ? [`${int(verified.missing)} missing`] : []),
          ...(verified.extra > 0 ? [`${int(verified.extra)} extra`] : []),
          ...(verified.unknown > 0 ? [`${int(verified.unknown)} unknown`] : [])
        ])
  ].join(", ")
}

interface ItemTableProps {
  readonly items: ReadonlyArray<MigrationItem>
  readonly migrationId: number
  readonly contextId: string
  readonly onChanged$: QRL<() => void>
}

export const ItemTable = component$<ItemTableProps>(({ contextId, items, migrationId, onChanged$ }) => (
  <section class="grid gap-3" aria-label="Buckets">
    <h2 class="text-base font-semibold">Buckets</h2>
    <table class="report" data-testid="migration-items">
      <caption class="sr-only">Progress of each bucket</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Target</th>
          <th scope="col">State</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} data-state={item.state}>
            <th scope="row" class="font-mono wrap-anywhere">
              {item.source}
            </th>
            <td data-label="Target" class="font-mono wrap-anywhere">
              {item.target}
            </td>
            <td data-label="State">
              <Badge text={MIGRATION_ITEM_STATES[item.state].text} tone={MIGRATION_ITEM_STATES[item.state].tone} />
            </td>
            <td data-label="Result" class="wrap-anywhere">
              {item.state === "running" && item.progress !== null && item.progress.total !== null && (
                <progress
                  class="meter w-full"
                  max={Math.max(1, item.progress.total)}
                  value={item.progress.done}
                  aria-label={`Progress of ${item.source}`}
                />
              )}
              {item.lock !== null && <LockLine lock={item.lock} side="source" />}
              {item.target_lock !== null && <LockLine lock={item.target_lock} side="target" />}
              {item.problem !== null && <span class="block text-danger">{item.problem}</span>}
              {resultText(item) || (item.problem === null ? "—" : "")}
              {item.actions.length > 0 && (
                <ItemActions item={item} migrationId={migrationId} contextId={contextId} onChanged$={onChanged$} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
))
