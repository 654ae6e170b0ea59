import type { Schema } from "effect"

const isObject = (value: Schema.Json): value is { readonly [key: string]: Schema.Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Wraps metadata that is not an object as `{ value }`. */
export const metadataOf = (value: Schema.Json): { readonly [key: string]: Schema.Json } =>
  isObject(value) ? value : { value }
