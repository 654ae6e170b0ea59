import { sizeOf } from "~/components/filters/size-units"

/** Bytes of an amount in a unit: null for nothing, and what is no whole number of bytes as it was typed, for the service to refuse. */
export const bytesTyped = (typed: string, unit: string): number | string | null => {
  const text = typed.trim().replace(",", ".")
  if (text === "") return null
  const bytes = Number(text) * sizeOf(unit)
  return /^\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(bytes) ? bytes : typed
}
