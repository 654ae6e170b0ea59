export const valueAt = (row: object, path: string): unknown => {
  let value: unknown = row
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  return value
}
