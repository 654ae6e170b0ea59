/** The part of a generated OpenAPI document that is read and written here. */
export type Json = any
export type Spec = Record<string, Json>

/** Visits every operation with its method and its path, as the document writes both. */
export const eachOperation = (spec: Spec, visit: (operation: Spec, method: string, path: string) => void): void => {
  for (const [path, item] of Object.entries<Spec>(spec["paths"] ?? {})) {
    for (const [method, operation] of Object.entries<Spec>(item)) visit(operation, method, path)
  }
}

/** Visits every object of a value, itself included. */
export const eachObject = (value: Json, visit: (object: Spec) => void): void => {
  if (Array.isArray(value)) return value.forEach((item) => eachObject(item, visit))
  if (typeof value !== "object" || value === null) return
  visit(value)
  for (const item of Object.values(value)) eachObject(item, visit)
}

/** The address at which an endpoint's path stands in the document. */
export const documentPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}")

/** The name behind a reference to a component, or null. */
export const componentOf = (reference: Json): string | null =>
  typeof reference === "string" ? /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? null : null
