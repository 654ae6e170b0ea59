import { ProblemError } from "~/client/problem-error"
import { sizeOf as factorOf, SIZES, unitFor } from "~/components/filters/size-units"
import type { FormValues } from "~/components/ui/form"
import { bytes, int } from "~/lib/format"

/** A size as people type it. */
export interface TypedSize {
  readonly amount: string
  readonly unit: string
}

const wrong = (field: string, message: string) =>
  new ProblemError({ status: 422, code: "not_a_number", title: "Not a number", detail: "", errors: [{ path: [field], message }] })

/** Bytes in the largest unit in which they are a whole number: nothing is rounded that is saved again. Unlimited is empty, in GiB. */
export const sizeOf = (value: number | null): TypedSize => {
  if (value === null) return { amount: "", unit: "GiB" }
  const factor = unitFor(String(value))
  return { amount: String(value / factor), unit: SIZES.find(([, one]) => one === factor)?.[0] ?? "B" }
}

/** Bytes of what was typed, exactly; null where nothing was. Throws a problem of the field that is wrong. */
export const bytesOf = (values: FormValues, field: string): number | null => {
  const typed = (values[field] ?? "").trim()
  if (typed === "") return null
  const value = Number(typed) * factorOf(values[`${field}_unit`] ?? "B")
  if (!/^\d+(\.\d+)?$/.test(typed)) throw wrong(field, "Type a number, such as 10 or 1.5; empty is unlimited.")
  if (!Number.isSafeInteger(value)) throw wrong(field, Number.isInteger(value) ? "This is more than can be counted." : "This is no whole number of bytes: choose a smaller unit.")
  return value
}

/** A count that was typed; null where nothing was. */
export const countOf = (values: FormValues, field: string, least = 0): number | null => {
  const typed = (values[field] ?? "").trim()
  if (typed === "") return null
  const value = Number(typed)
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(value)) throw wrong(field, "Type a whole number; empty is unlimited.")
  if (value < least) throw wrong(field, `At least ${least}: the gateway takes 0 for unlimited.`)
  return value
}

/** `10 GiB (10,737,418,240 bytes)`. */
export const sizeText = (value: number | null): string =>
  value === null ? "Unlimited" : value < 1024 ? `${int(value)} bytes` : `${bytes(value)} (${int(value)} bytes)`

/** `0` is said as what it means. */
export const countText = (value: number | null, none = "0: none"): string => value === null ? "Unlimited" : value === 0 ? none : int(value)
