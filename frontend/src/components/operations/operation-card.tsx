import { component$, type Signal, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { bytes, int, percent } from "~/lib/format"
import type { IconName } from "~/lib/icon-names"
import { requestRunAction, canCancel, canRetry, cancel, dismiss, operationOf, retry, samplesOf, undo } from "./engine"
import { ItemGroup } from "./item-group"
import {
  canRetryItem,
  isRunning,
  type Operation,
  type OperationKind,
  finishedShareOf,
  type RunAction
} from "./operation"
import { remainingTimeText, transferRate, remainingSeconds } from "./rate"
import { operationName, operationTitle } from "./sentences"
import { grouped } from "./final-outcome"

const ICON: Readonly<Record<OperationKind, IconName>> = {
  upload: "upload",
  download: "download",
  delete: "trash-2",
  bulk: "list-checks",
  job: "server"
}

const UNDOING: Readonly<Record<Operation["undo"], ReadonlyArray<string>>> = {
  none: [],
  offered: [],
  undoing: ["Being undone"],
  undone: ["Undone"],
  "in part": ["Undone in part"]
}

const ofAbout = ({ done, total }: NonNullable<Operation["progress"]>): string =>
  total === null || total < done ? "" : ` of about ${int(total)}`

const factsOf = (operation: Operation): ReadonlyArray<string> => {
  const { counts, gathering, progress, totals, words } = operation
  if (gathering) return ["Looking for what there is to do"]
  const samples = samplesOf(operation.id)
  const rate = transferRate(samples)
  const remaining = remainingSeconds(operation, samples)
  const running = isRunning(operation)
  return [
    `${int(totals.done)} of ${int(totals.items)} ${totals.items === 1 ? words.one : words.many} ${words.done}`,
    ...(progress === null ? [] : [`${int(progress.done)}${ofAbout(progress)} ${progress.unit}`]),
    ...(counts === "bytes"
      ? [`${bytes(totals.sent)} of ${bytes(totals.bytes)}${totals.unsized > 0 ? " or more" : ""}`]
      : []),
    ...(running && counts === "bytes" && rate !== null && rate.bytes > 0 ? [`${bytes(rate.bytes)}/s`] : []),
    ...(running && remaining !== null ? [remainingTimeText(remaining)] : []),
    ...(running && operation.note !== "" ? [operation.note] : []),
    ...(totals.paused > 0 && operation.note === "" ? [`${int(totals.paused)} paused`] : []),
    ...(totals.failed > 0 ? [`${int(totals.failed)} failed`] : []),
    ...UNDOING[operation.undo],
    ...(totals.cancelled > 0 ? [`${int(totals.cancelled)} cancelled`] : [])
  ]
}

const ACTION_LABELS: Record<RunAction, string> = { pause: "Pause", resume: "Resume", stop: "Stop" }

export const OperationCard = component$<{ readonly id: string; readonly version: Signal<number> }>(
  ({ id, version }) => {
    const chosen = useSignal<boolean | null>(null)
    const operation = version.value >= 0 ? operationOf(id) : undefined
    if (operation === undefined) return null
    const { problem, target, totals } = operation
    const running = isRunning(operation)
    const share = finishedShareOf(operation)
    const expanded = chosen.value ?? (totals.failed > 0 || operation.items.length === 1)
    const title = operationName(operation)
    const titledByTarget = title === operation.target
    const retryable = operation.items.filter(canRetryItem).length
    const bad = problem !== "" || totals.failed > 0
    return (
      <li class="border-b border-line last:border-0" data-testid="operation">
        <div class="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5">
          <Icon
            name={
              !running && bad ? "circle-alert" : !running && totals.done > 0 ? "circle-check" : ICON[operation.kind]
            }
            class={[
              "mt-0.5",
              !running && bad ? "text-danger" : !running && totals.done > 0 ? "text-ok" : "text-ink-3"
            ].join(" ")}
          />
          <div class="min-w-0 flex-[1_1_12rem]">
            <h3 class="truncate font-medium" title={title}>
              {title}
            </h3>
            {titledByTarget
              ? running && <p class="truncate text-xs text-ink-3">{operationTitle(operation)}</p>
              : target !== "" && (
                  <p class="truncate font-mono text-2xs whitespace-pre text-ink-3" title={target}>
                    {target}
                  </p>
                )}
            {running &&
              (share === null ? (
                <progress class="meter mt-1.5" aria-label={`Progress: ${title}`} />
              ) : (
                <progress
                  class="meter mt-1.5"
                  max={1}
                  value={share}
                  aria-label={`Progress: ${title}`}
                  aria-valuetext={percent(share)}
                />
              ))}
            <p class="num mt-1 text-xs text-ink-2" data-testid="facts">
              {factsOf(operation).join(" · ")}
            </p>
            {operation.refusal !== "" && (
              <p class="mt-1 text-xs text-danger [overflow-wrap:anywhere]" data-testid="refusal">
                {operation.refusal}
              </p>
            )}
            {problem !== "" && <p class="mt-1 text-xs text-danger [overflow-wrap:anywhere]">{problem}</p>}
          </div>
          <span class="ms-auto flex flex-none flex-wrap items-center justify-end gap-1">
            {(retryable > 0 || (problem !== "" && totals.items === 0)) && canRetry(id) && (
              <button type="button" class="btn btn-secondary btn-sm" onClick$={() => retry(id)}>
                <Icon name="refresh-cw" /> {retryable > 1 ? `Retry ${int(retryable)} failed` : "Retry"}
              </button>
            )}
            {running &&
              operation.actions.map((action) => (
                <button
                  key={action}
                  type="button"
                  class="btn btn-secondary btn-sm"
                  onClick$={() => requestRunAction(id, action)}
                >
                  {ACTION_LABELS[action]}
                  {operation.source === "page" && operation.items.length > 1 ? " all" : ""}
                </button>
              ))}
            {running &&
              ((operation.gathering && operation.source === "page") ||
                (totals.waiting + totals.paused > 0 && canCancel(id, "waiting")) ||
                (totals.running > 0 && canCancel(id, "running"))) && (
                <button type="button" class="btn btn-secondary btn-sm" onClick$={() => cancel(id)}>
                  {operation.items.length > 1 ? "Cancel all" : "Cancel"}
                </button>
              )}
            {!running && (operation.undo === "offered" || operation.undo === "in part") && (
              <button
                type="button"
                class="btn btn-secondary btn-sm"
                aria-label={`Undo: ${title}`}
                onClick$={() => undo(id)}
              >
                Undo
              </button>
            )}
            {!running && operation.undo !== "undoing" && (
              <button
                type="button"
                class="btn btn-ghost btn-sm"
                aria-label={`Dismiss: ${title}`}
                onClick$={() => dismiss(id)}
              >
                Dismiss
              </button>
            )}
            {operation.items.length > 0 && (
              <button
                type="button"
                class="btn btn-ghost btn-icon btn-sm"
                aria-label={`${expanded ? "Hide" : "Show"} the ${operation.words.many}: ${title}`}
                aria-expanded={expanded ? "true" : "false"}
                onClick$={() => {
                  chosen.value = !expanded
                }}
              >
                <Icon name={expanded ? "chevron-up" : "chevron-down"} />
              </button>
            )}
          </span>
        </div>
        {expanded && operation.items.length > 0 && (
          <div class="pb-2">
            {/* Destructured: Qwik treats a property of a passed object as constant. */}
            {grouped(operation.items).map(({ items, state }) => (
              <ItemGroup key={state} operation={id} state={state} items={items} />
            ))}
          </div>
        )}
      </li>
    )
  }
)
