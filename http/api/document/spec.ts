export type Json = any
export type Spec = Record<string, Json>

export const eachOperation = (spec: Spec, visit: (operation: Spec, method: string, path: string) => void): void => {
  for (const [path, item] of Object.entries<Spec>(spec["paths"] ?? {})) {
    for (const [method, operation] of Object.entries<Spec>(item)) visit(operation, method, path)
  }
}

export const eachObject = (value: Json, visit: (object: Spec) => void): void => {
  if (Array.isArray(value)) return value.forEach((item) => eachObject(item, visit))
  if (typeof value !== "object" || value === null) return
  visit(value)
  for (const item of Object.values(value)) eachObject(item, visit)
}

export const documentPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}")

export const componentOf = (reference: Json): string | null =>
  typeof reference === "string" ? (/^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? null) : null
