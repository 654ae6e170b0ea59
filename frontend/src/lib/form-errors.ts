import type { ProblemError } from "~/client/problem-error"

export interface FormErrors {
  readonly fields: Readonly<Record<string, string>>
  readonly general: string
}

const fieldOf = (path: ReadonlyArray<string>, names: ReadonlyArray<string>): string | undefined => {
  const parts = path[0] === "payload" ? path.slice(1) : path
  const whole = parts.join(".")
  return (
    names.find((name) => name === whole) ??
    names.find((name) => name === parts[0]) ??
    parts.findLast((part) => names.includes(part))
  )
}

export const formErrors = (problem: ProblemError, names: ReadonlyArray<string>): FormErrors => {
  const fields: Record<string, string> = {}
  const rest: Array<string> = []
  for (const { message, path } of problem.errors) {
    const text = path.join(".")
    const name = fieldOf(path, names)
    if (name === undefined) rest.push(text ? `${text}: ${message}` : message)
    else fields[name] = fields[name] ? `${fields[name]} ${message}` : message
  }
  const general = rest.length > 0 ? rest.join(" ") : Object.keys(fields).length > 0 ? "" : problem.message
  return { fields, general }
}
