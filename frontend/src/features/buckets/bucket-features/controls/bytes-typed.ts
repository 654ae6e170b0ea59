import { sizeOf } from "~/components/filters/size-units"

/**
 * Converts an amount in a unit to bytes. Returns null for an empty text, and the text itself if the result is not a
 * whole number: the service refuses it with a reason.
 */
export const bytesTyped = (input: string, unit: string): number | string | null => {
  const text = input.trim().replace(",", ".")
  if (text === "") return null
  const bytes = Number(text) * sizeOf(unit)
  return /^\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(bytes) ? bytes : input
}
