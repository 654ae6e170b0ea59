import { bytesPerUnit } from "~/components/filters/size-units"

/** Null for an empty text; the text itself if the result is no whole number: the service refuses it with a reason. */
export const bytesTyped = (input: string, unit: string): number | string | null => {
  const text = input.trim().replace(",", ".")
  if (text === "") return null
  const bytes = Number(text) * bytesPerUnit(unit)
  return /^\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(bytes) ? bytes : input
}
