import type { ContextValues } from "./AccessRequest.ts"
import type { PolicyDialect } from "./Policy.ts"

/**
 * A value of a policy with its `${…}` filled in: none where the request does not have the key. RGW fills in only what is a
 * variable as a whole, AWS wherever one stands.
 */
export const withVariables = (value: string, context: ContextValues, dialect: PolicyDialect): ReadonlyArray<string> => {
  if (dialect === "rgw") {
    const whole = /^\$\{(.*)\}$/s.exec(value)?.[1]
    return whole === undefined ? [value] : context[whole] ?? []
  }
  let missing = false
  const filled = value.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (name === "*" || name === "?" || name === "$") return name
    const [key = "", fallback] = name.split(/\s*,\s*/, 2)
    const found = Object.entries(context).find(([one]) => one.toLowerCase() === key.trim().toLowerCase())?.[1]?.[0] ?? /^'(.*)'$/s.exec(fallback ?? "")?.[1]
    if (found === undefined) missing = true
    return found ?? ""
  })
  return missing ? [] : [filled]
}
