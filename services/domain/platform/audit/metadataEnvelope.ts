import type { Schema } from "effect"

const isObject = (value: Schema.Json): value is { readonly [key: string]: Schema.Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const wrapMetadata = (value: Schema.Json): { readonly [key: string]: Schema.Json } =>
  isObject(value) ? value : { value }
