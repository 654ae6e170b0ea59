import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, problemText } from "~/client/problem-error"
import type { BucketPlace } from "~/lib/bucket-place"
import { successToast, useToasts } from "~/lib/toasts"
import type { Reading } from "./feature"
import { undoInPlace } from "./undo"
import { storeReading, useReadings } from "./use-bucket-features"

const LABEL = "Versioning"

interface SwitchProps {
  readonly reading: Reading
  readonly place: BucketPlace
  readonly disabled: boolean
}

export const VersioningSwitch = component$<SwitchProps>(({ disabled, place, reading }) => {
  const readings = useReadings()
  const toasts = useToasts()
  const busy = useSignal(false)
  const isOn = reading.state === "enabled"
  const set$ = $(async () => {
    if (reading.version === null || busy.value) return
    busy.value = true
    try {
      const { change_id, reading: now } = await callIn(
        place,
        "PUT /api/manager/buckets/:bucket_name/features/:feature",
        {
          params: { feature: reading.feature },
          body: { value: { status: isOn ? "suspended" : "enabled" }, version: reading.version }
        }
      )
      storeReading(readings, now)
      successToast(toasts, {
        text: isOn ? "Versioning is suspended" : "Versioning is on",
        detail: place.bucket,
        ...(change_id === null
          ? {}
          : {
              action: {
                label: "Undo",
                run$: $(() => undoInPlace(place, change_id, LABEL, readings, toasts))
              }
            })
      })
    } catch (cause) {
      if (asProblem(cause).code === "stale_plan")
        storeReading(
          readings,
          await callIn(place, "GET /api/manager/buckets/:bucket_name/features/:feature", {
            params: { feature: reading.feature }
          })
        )
      successToast(toasts, { tone: "danger", text: "Versioning was not changed", detail: problemText(cause) })
    } finally {
      busy.value = false
    }
  })
  return (
    <button
      type="button"
      role="switch"
      class="btn btn-secondary"
      aria-checked={isOn ? "true" : "false"}
      aria-label={LABEL}
      aria-busy={busy.value ? "true" : undefined}
      disabled={disabled}
      onClick$={set$}
    >
      <span
        class={["inline-flex h-4 w-7 rounded-full p-0.5", isOn ? "justify-end bg-accent" : "bg-line-strong"]}
        aria-hidden="true"
      >
        <span class="size-3 rounded-full bg-surface" />
      </span>
      {isOn ? "On" : "Off"}
    </button>
  )
})
