import { $, component$, noSerialize, type NoSerialize, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { commandIn } from "~/lib/command"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { bytes, counted, dateTime, int } from "~/lib/format"
import { useEditing } from "../editing"
import type { Value } from "../feature"
import { effectCount, effectLines, type Effects, type Simulated, effectsWithin } from "./effects"
import { type Rule, describeRule } from "./rule"

interface State {
  running: NoSerialize<AbortController> | undefined
  busy: boolean
  processed: number
  so_far: ReadonlyArray<Effects>
  result: Simulated | null
  of: Value | null
  problem: NoSerialize<ProblemError> | undefined
  days: number
  other: string
}

const HORIZONS = [1, 7, 30, 90]

const horizonsOf = (other: string): ReadonlyArray<number> => {
  const own = /^\d{1,4}$/.test(other.trim()) ? Number(other) : 0
  return own >= 1 && own <= 3650 && !HORIZONS.includes(own)
    ? [...HORIZONS, own].sort((one, two) => one - two)
    : HORIZONS
}

/** An invalid draft has no rules here: the service reports its errors. */
const rulesOf = (draft: Value | null): ReadonlyArray<Rule> =>
  Array.isArray(draft?.["rules"]) ? (draft["rules"] as unknown as ReadonlyArray<Rule>) : []

const OfRule = component$<{
  readonly result: Simulated
  readonly index: number
  readonly days: number
  readonly text: string
}>(({ days, index, result, text }) => {
  const rule = result.rules.find((one) => one.index === index)
  const effects = rule === undefined ? undefined : effectsWithin(rule.effects, days)
  const alone = rule === undefined ? undefined : effectsWithin(rule.alone, days)
  if (rule === undefined || effects === undefined || alone === undefined) return null
  const lines = effectLines(effects, result.versioning)
  const savedCount = effectCount(alone) - effectCount(effects)
  return (
    <li class="min-w-0 rounded-card border border-line">
      <details class="group">
        <summary class="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-1 rounded-card px-3 py-2">
          <Icon name="chevron-right" class="mt-0.5 transition-transform group-open:rotate-90" />
          <span class="min-w-0 flex-1 basis-48">
            <span class="block break-words">{text}</span>
            <span class="block truncate text-xs text-ink-3">{rule.id ?? `rule ${index + 1}`}</span>
          </span>
          <span class="num text-end text-xs text-ink-2">
            {lines.length === 0
              ? "nothing"
              : lines.map((line) => (
                  <span key={line} class="block">
                    {line}
                  </span>
                ))}
          </span>
        </summary>
        <div class="grid gap-1 border-t border-line px-3 py-2 text-xs">
          {savedCount > 0 && (
            <p class="text-ink-2">Alone it would do {int(savedCount)} more: another rule is there first.</p>
          )}
          {rule.samples.length === 0 ? (
            <p class="text-ink-3">It meets nothing that is in the bucket now.</p>
          ) : (
            <ul class="grid gap-0.5" aria-label="The first that it meets">
              {rule.samples.map(({ act, in_days, key, size_bytes, version_id }) => (
                <li key={`${key} ${version_id} ${act} ${in_days}`} class="flex min-w-0 gap-2">
                  <span class="min-w-0 flex-1 truncate font-mono" title={key}>
                    {key}
                  </span>
                  <span class="text-ink-3">
                    {act.replace(/_/g, " ")}, {bytes(size_bytes)}, in {counted(in_days, "day")}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  )
})

export const Simulation = component$(() => {
  const editing = useEditing()
  const state = useStore<State>(
    {
      running: undefined,
      busy: false,
      processed: 0,
      so_far: [],
      result: null,
      of: null,
      problem: undefined,
      days: 7,
      other: ""
    },
    { deep: false }
  )
  useVisibleTask$(({ cleanup }) => cleanup(() => state.running?.abort()), { strategy: "document-ready" })
  const run$ = $(async () => {
    state.running?.abort()
    const running = new AbortController()
    const draft = editing.draft
    Object.assign(state, {
      running: noSerialize(running),
      busy: true,
      processed: 0,
      so_far: [],
      result: null,
      problem: undefined,
      of: draft
    })
    try {
      const body = { rules: rulesOf(draft), horizons: horizonsOf(state.other) }
      for await (const frame of streamIn(editing.place, "POST /api/manager/buckets/:bucket_name/lifecycle/simulation", {
        body,
        signal: running.signal
      })) {
        if (frame.event === "progress")
          Object.assign(state, { processed: frame.data.processed, so_far: frame.data.effects })
        if (frame.event === "result") state.result = frame.data
      }
    } catch (cause) {
      if (!isAbort(cause) && state.running === running) state.problem = noSerialize(asProblem(cause))
    } finally {
      if (state.running === running) Object.assign(state, { busy: false, running: undefined })
    }
  })
  const { result } = state
  const latest = result?.effects ?? state.so_far
  const days = effectsWithin(latest, state.days) === undefined ? 7 : state.days
  const effects = effectsWithin(latest, days)
  const lines = effects === undefined ? [] : effectLines(effects, result?.versioning ?? "off")
  return (
    <section
      class="grid min-w-0 gap-3 rounded-card border border-line bg-sunken p-4"
      aria-labelledby="simulation-title"
      data-testid="simulation"
    >
      <div class="flex flex-wrap items-end gap-2">
        <div class="me-auto min-w-0 flex-1 basis-60">
          <h3 id="simulation-title" class="font-medium">
            What these rules would do
          </h3>
          <p class="text-xs text-ink-3">Tried on what the bucket holds now. Nothing is changed.</p>
        </div>
        <label class="text-xs text-ink-2">
          Days of your own{" "}
          <input
            class="input ms-1 inline-block w-20"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            value={state.other}
            onInput$={(_, element) => {
              state.other = element.value
            }}
          />
        </label>
        {state.busy ? (
          <button type="button" class="btn btn-secondary" onClick$={() => state.running?.abort()}>
            <Icon name="x" /> Stop
          </button>
        ) : (
          <button
            type="button"
            class="btn btn-secondary"
            disabled={editing.unread !== "" || rulesOf(editing.draft).length === 0}
            onClick$={run$}
          >
            <Icon name="play" /> Simulate
          </button>
        )}
      </div>
      {rulesOf(editing.draft).length > 0 && (
        <CopyAs
          commands={[
            commandIn(editing.place, "POST /api/manager/buckets/:bucket_name/lifecycle/simulation", {
              body: { rules: rulesOf(editing.draft), horizons: horizonsOf(state.other) }
            })
          ]}
          about="simulates these rules"
        />
      )}
      {state.problem && (
        <div class="alert alert-danger" role="alert">
          <Icon name="circle-alert" />
          <span class="min-w-0 break-words">
            {state.problem.status === 422
              ? "These rules would be refused: see what is wrong with them."
              : `The bucket could not be read. ${state.problem.message}`}
          </span>
        </div>
      )}
      {(state.busy || result !== null) && (
        <>
          <div class="flex flex-wrap items-center gap-2" role="group" aria-label="Within">
            <span class="text-xs text-ink-2">Within</span>
            {latest.map((one) => (
              <button
                key={one.days}
                type="button"
                class="chip"
                aria-pressed={one.days === days ? "true" : "false"}
                onClick$={() => {
                  state.days = one.days
                }}
              >
                {counted(one.days, "day")}
              </button>
            ))}
          </div>
          <div role="status" data-testid="simulated">
            {state.busy && (
              <p class="flex items-center gap-2 text-xs text-ink-3">
                <Icon name="loader-circle" class="spin" /> {counted(state.processed, "thing")} looked at until now
              </p>
            )}
            {lines.length === 0 ? (
              <p class="text-ink-2">{state.busy ? "Nothing yet" : `Nothing happens within ${counted(days, "day")}`}</p>
            ) : (
              <ul class="grid gap-1">
                {lines.map((line) => (
                  <li key={line} class="num font-medium">
                    {line}
                  </li>
                ))}
              </ul>
            )}
            {effects !== undefined && effects.freed_bytes > 0 && (
              <p class="num text-ink-2">{bytes(effects.freed_bytes)} freed</p>
            )}
          </div>
        </>
      )}
      {result !== null && (
        <>
          {state.of !== editing.draft && (
            <p class="alert">
              <Icon name="info" />
              <span>The rules were changed since this was tried.</span>
            </p>
          )}
          {result.warnings.map((text) => (
            <p key={text} class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span>{text}</span>
            </p>
          ))}
          <ul class="grid gap-2" aria-label="Rule by rule">
            {result.rules
              .toSorted(
                (one, other) =>
                  effectCount(effectsWithin(other.effects, days) ?? other.effects[0]!) -
                  effectCount(effectsWithin(one.effects, days) ?? one.effects[0]!)
              )
              .slice(0, 20)
              .map(({ index }) => (
                <OfRule
                  key={index}
                  result={result}
                  index={index}
                  days={days}
                  text={describeRule(rulesOf(state.of)[index] ?? ({} as Rule))}
                />
              ))}
          </ul>
          {result.rules.length > 20 && <p class="text-xs text-ink-3">The 20 rules that do most are shown.</p>}
          <p class="text-xs text-ink-3">
            Looked at {dateTime(result.simulated_at)}: {counted(result.scanned.objects, "object")},{" "}
            {counted(result.scanned.noncurrent, "old version")},{" "}
            {counted(result.scanned.delete_markers, "delete marker")},{" "}
            {counted(result.scanned.uploads, "unfinished upload")}. A day ends at midnight UTC.
          </p>
        </>
      )}
    </section>
  )
})
