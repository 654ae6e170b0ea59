import { ProblemError } from "~/client/problem-error"
import { bytesPerUnit as factorOf, SIZE_UNITS, unitFor } from "~/components/filters/size-units"
import type { FormValues } from "~/components/ui/form"
import { bytes, int } from "~/lib/format"

export interface TypedSize {
  readonly amount: string
  readonly unit: string
}

const wrong = (field: string, message: string) =>
  new ProblemError({
    status: 422,
    code: "not_a_number",
    title: "Not a number",
    detail: "",
    errors: [{ path: [field], message }]
  })

/** Uses the largest unit with a whole number: a save must not round. Unlimited: empty, in GiB. */
export const typedSizeOf = (value: number | null): TypedSize => {
  if (value === null) return { amount: "", unit: "GiB" }
  const factor = unitFor(String(value))
  return { amount: String(value / factor), unit: SIZE_UNITS.find(([, one]) => one === factor)?.[0] ?? "B" }
}

export const enteredBytes = (values: FormValues, field: string): number | null => {
  const input = (values[field] ?? "").trim()
  if (input === "") return null
  const value = Number(input) * factorOf(values[`${field}_unit`] ?? "B")
  if (!/^\d+(\.\d+)?$/.test(input)) throw wrong(field, "Type a number, such as 10 or 1.5; empty is unlimited.")
  if (!Number.isSafeInteger(value))
    throw wrong(
      field,
      Number.isInteger(value)
        ? "This is more than can be counted."
        : "This is no whole number of bytes: choose a smaller unit."
    )
  return value
}

export const enteredCount = (values: FormValues, field: string, least = 0): number | null => {
  const input = (values[field] ?? "").trim()
  if (input === "") return null
  const value = Number(input)
  if (!/^\d+$/.test(input) || !Number.isSafeInteger(value))
    throw wrong(field, "Type a whole number; empty is unlimited.")
  if (value < least) throw wrong(field, `At least ${least}: the gateway takes 0 for unlimited.`)
  return value
}

export const sizeText = (value: number | null): string =>
  value === null ? "Unlimited" : value < 1024 ? `${int(value)} bytes` : `${bytes(value)} (${int(value)} bytes)`

export const countText = (value: number | null, none = "0: none"): string =>
  value === null ? "Unlimited" : value === 0 ? none : int(value)
