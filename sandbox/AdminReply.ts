import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"

export const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body: JSON.stringify(value),
  headers
})

export const requiredQuery = (call: Call, name: string): string => {
  const value = call.query.get(name)
  if (value === undefined || value === "") throw new GatewayError("InvalidArgument")
  return value
}

export const flag = (call: Call, name: string): boolean | undefined => {
  const value = call.query.get(name)
  return value === undefined ? undefined : value === "" || value === "true" || value === "1"
}

export const integer = (call: Call, name: string): number | undefined => {
  const value = call.query.get(name)
  if (value === undefined || value === "") return undefined
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new GatewayError("InvalidArgument")
  return number
}

/** RGW prints microseconds. */
export const microTime = (time: number): string => new Date(time).toISOString().replace("Z", "000Z")
