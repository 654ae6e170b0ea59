import { callIn } from "~/client/call"
import { asProblem, problemText } from "~/client/problem-error"
import type { BucketPlace } from "~/lib/bucket-place"
import { successToast, type Toasts } from "~/lib/toasts"
import { onPage, type Reading } from "./feature"
import { type ReadingsState, storeReading } from "./use-bucket-features"

export const undoChange = async (
  place: BucketPlace,
  changeId: number,
  label: string,
  toasts: Toasts
): Promise<Reading | null> => {
  try {
    const { reading } = await callIn(place, "POST /api/manager/buckets/:bucket_name/history/:change_id/undo", {
      params: { change_id: changeId }
    })
    successToast(toasts, { text: `${onPage(reading.feature).label} is as it was before`, detail: place.bucket })
    return reading
  } catch (cause) {
    const stale = asProblem(cause).code === "stale_plan"
    successToast(toasts, {
      tone: "danger",
      text: `${label} was not put back`,
      detail: stale ? "It was changed since: undoing would lose that. Look at the history." : problemText(cause)
    })
    return null
  }
}

export const undoInPlace = async (
  place: BucketPlace,
  changeId: number,
  label: string,
  readings: ReadingsState,
  toasts: Toasts
): Promise<void> => {
  const reading = await undoChange(place, changeId, label, toasts)
  if (reading !== null) storeReading(readings, reading)
}
