import type { ContextValues } from "./AccessRequest.ts"
import type { PolicyDialect } from "./Policy.ts"

/** No value if the request lacks the key. RGW expands only whole variables, AWS variables anywhere. */
export const withVariables = (value: string, context: ContextValues, dialect: PolicyDialect): ReadonlyArray<string> => {
  if (dialect === "rgw") {
    const whole = /^\$\{(.*)\}$/s.exec(value)?.[1]
    return whole === undefined ? [value] : (context[whole] ?? [])
  }
  let missing = false
  const filled = value.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (name === "*" || name === "?" || name === "$") return name
    const [key = "", fallback] = name.split(/\s*,\s*/, 2)
    const value =
      Object.entries(context).find(([one]) => one.toLowerCase() === key.trim().toLowerCase())?.[1]?.[0] ??
      /^'(.*)'$/s.exec(fallback ?? "")?.[1]
    if (value === undefined) missing = true
    return value ?? ""
  })
  return missing ? [] : [filled]
}
