import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { DetailsPanel } from "./details-panel"
import type { FeatureName, FeatureOnPage, Reading } from "./feature"
import { FeatureForm } from "./feature-form"
import { FeatureState, sentenceOf } from "~/features/buckets/feature-states/feature-state"
import { featureLock } from "./lock"
import { readingOf, storeReading, useReadings } from "./use-bucket-features"
import { VersioningSwitch } from "./versioning-switch"

/** Only one at a time, so that no unsaved edit is forgotten. */
export interface EditedFeature {
  readonly open: string
  readonly held: boolean
  readonly reading: Reading | null
}

interface SectionProps {
  readonly about: FeatureOnPage
  readonly edited: Signal<EditedFeature>
  readonly onCopy$?: QRL<(feature: FeatureName) => void>
}

const NOTHING: EditedFeature = { open: "", held: false, reading: null }

const MAX_FOCUS_FRAMES = 60

const focusOnce = (selector: string, frames = MAX_FOCUS_FRAMES): void => {
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>(selector)
    if (target && !document.querySelector("dialog[open]")) target.focus()
    else if (frames > 0) focusOnce(selector, frames - 1)
  })
}

export const FeatureSection = component$<SectionProps>(({ about, edited, onCopy$ }) => {
  const { feature, help, label } = about
  const location = useLocation()
  const contexts = useExecutionContexts()
  const readings = useReadings()
  const opening = useSignal("")
  const unfolded = useSignal(false)
  const context = contexts.current
  const bucket = bucketOfPath(location.url.pathname)?.name ?? ""
  const reading = readingOf(readings, feature)
  const lock = reading === undefined ? null : featureLock(reading, about, context)
  const open = edited.value.open === feature
  const isBlocked = edited.value.held && !open
  const edit$ = $(async () => {
    const place = { bucket, contextId: contexts.current?.id ?? "" }
    opening.value = "…"
    try {
      const current = await callIn(place, "GET /api/manager/buckets/:bucket_name/features/:feature", {
        params: { feature }
      })
      storeReading(readings, current)
      if (current.version !== null) edited.value = { open: feature, held: false, reading: current }
      opening.value = ""
    } catch (cause) {
      opening.value = asProblem(cause).message
    }
  })
  const [contextId, endpoint] = [context?.id ?? "", context?.endpoint_url ?? ""]
  return (
    <section
      id={feature}
      class={["card min-w-0 scroll-mt-4", open && "xl:col-span-2"]}
      aria-labelledby={`${feature}-title`}
      data-testid={`feature-${feature}`}
    >
      <div class="flex flex-wrap items-start gap-x-3 gap-y-2 p-4">
        <div class="min-w-0 flex-1 basis-56">
          <h2 id={`${feature}-title`} class="flex flex-wrap items-center gap-2 text-base font-medium">
            {label}
            {reading === undefined ? (
              readings.problem ? null : (
                <span class="skeleton h-5 w-16" role="status" aria-label={`${label} is being read`} />
              )
            ) : (
              <FeatureState state={reading.state} hasSummary={reading.summary !== ""} />
            )}
          </h2>
          <p class="text-xs text-ink-3">{help}</p>
          {reading !== undefined && reading.problem === null && (
            <p
              class={["mt-1.5 line-clamp-3 break-words", reading.summary === "" && "text-ink-2"]}
              data-testid="summary"
            >
              {sentenceOf(reading, about)}
            </p>
          )}
        </div>
        {!open &&
          onCopy$ !== undefined &&
          reading !== undefined &&
          reading.problem === null &&
          reading.read_only === null &&
          reading.state !== "not_set" && (
            <button
              type="button"
              class="btn btn-ghost max-sm:-ms-2.5"
              aria-label={`Copy to… (${label})`}
              disabled={isBlocked}
              onClick$={() => onCopy$(feature)}
            >
              <Icon name="copy" /> Copy to…
            </button>
          )}
        {feature === "versioning" && reading !== undefined && (
          <VersioningSwitch
            reading={reading}
            place={{ bucket, contextId }}
            disabled={lock !== null || isBlocked || reading.version === null}
          />
        )}
        {!open && feature !== "versioning" && (
          <button
            type="button"
            class="btn btn-secondary"
            aria-label={`Edit ${label}`}
            aria-describedby={lock === null && !isBlocked ? undefined : `${feature}-lock`}
            disabled={reading === undefined || lock !== null || isBlocked || opening.value === "…"}
            onClick$={edit$}
          >
            {opening.value === "…" ? <Icon name="loader-circle" class="spin" /> : <Icon name="pencil" />} Edit
          </button>
        )}
      </div>
      {lock === null && isBlocked && (
        <p id={`${feature}-lock`} class="-mt-2 px-4 pb-3 text-xs text-ink-3 sm:text-end">
          Something else is being edited here: save or discard that first.
        </p>
      )}
      {lock !== null && !open && (
        <div id={`${feature}-lock`} class="px-4 pb-4">
          <p class={["alert", reading?.problem && "alert-warn"]}>
            <Icon name={reading?.problem ? "triangle-alert" : "lock"} />
            <span>
              {lock.reason}
              {lock.evidence && <span class="mt-0.5 block text-xs">{lock.evidence}</span>}
            </span>
          </p>
          {reading?.problem && (
            <button
              type="button"
              class="btn btn-secondary btn-sm mt-2"
              disabled={readings.reading}
              onClick$={() => {
                readings.requests++
              }}
            >
              <Icon name="refresh-cw" /> Ask again
            </button>
          )}
        </div>
      )}
      {opening.value !== "" && opening.value !== "…" && (
        <p role="alert" class="alert alert-danger mx-4 mb-4">
          <Icon name="circle-alert" />
          <span>
            {label} could not be read. {opening.value}
          </span>
        </p>
      )}
      {!open && reading !== undefined && reading.warnings.length > 0 && (
        <ul class="grid gap-1.5 px-4 pb-4" aria-label={`Worth knowing of ${label}`}>
          {reading.warnings.map((text) => (
            <li key={text} class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {open && edited.value.reading !== null && context !== null ? (
        <FeatureForm
          reading={edited.value.reading}
          endpoint={endpoint}
          place={{ bucket, contextId }}
          onHeld$={$((isDirty: boolean) => {
            if (edited.value.open === feature && edited.value.held !== isDirty)
              edited.value = { ...edited.value, held: isDirty }
          })}
          onDone$={$(() => {
            edited.value = NOTHING
            focusOnce(`#${feature} button[aria-label^="Edit"]`)
          })}
        />
      ) : (
        reading !== undefined &&
        context !== null && (
          <details
            class="group border-t border-line px-4 py-2"
            onToggle$={(_, details) => {
              unfolded.value = details.open
            }}
          >
            <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-xs text-ink-2">
              <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> As JSON, and how
              to read it in a terminal
            </summary>
            {unfolded.value && <DetailsPanel reading={reading} endpoint={endpoint} bucket={bucket} at={readings.at} />}
          </details>
        )
      )}
    </section>
  )
})
