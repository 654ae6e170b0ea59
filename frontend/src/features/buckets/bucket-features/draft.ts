import type { Value } from "./feature"

/** Something of a value, by names and places in lists. */
export type Path = ReadonlyArray<string | number>

/** What is wrong with a value, and where: a path that leads from it. */
export interface Fault {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

type Held = { readonly [key: string]: unknown }
const isHeld = (value: unknown): value is Held => typeof value === "object" && value !== null

/** What stands at a path; undefined where nothing does. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((held, key) => isHeld(held) ? (held as Held)[key] : undefined, value)

/** The same value with something else at a path; what is not on the way stays the same object. */
export const withAt = (value: unknown, path: Path, next: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (Array.isArray(value)) {
    const copy: Array<unknown> = [...value]
    copy[Number(key)] = withAt(copy[Number(key)], rest, next)
    return copy
  }
  return { ...(isHeld(value) ? value : {}), [key]: withAt(isHeld(value) ? value[key] : undefined, rest, next) }
}

/** A list without one of its entries. */
export const without = <A>(list: ReadonlyArray<A>, index: number): ReadonlyArray<A> => [...list.slice(0, index), ...list.slice(index + 1)]

/** A list with one of its entries a place further up (-1) or down (1); the same where there is none. */
export const moved = <A>(list: ReadonlyArray<A>, index: number, by: -1 | 1): ReadonlyArray<A> => {
  const [one, other] = [list[index], list[index + by]]
  return one === undefined || other === undefined ? list : list.map((entry, place) => place === index ? other : place === index + by ? one : entry)
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  return isHeld(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1).map(([key, held]) => [key, sorted(held)])) : value
}

/** Whether two values are the same, in whichever order their keys stand. */
export const same = (one: Value | null, other: Value | null): boolean => one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** What a schema says of an empty text, in words for who typed it. */
const inWords = (message: string): string => /with a length of at least 1$/.test(message) ? "Something has to stand here" : message

/** The complaints of a problem document as faults of the value that was sent, and what is about nothing in it. */
export const faultsOf = (errors: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly message: string }>): ReadonlyArray<Fault> =>
  errors.map(({ message, path }) => {
    const parts = path.map(String)
    const from = parts[0] === "payload" ? (parts[1] === "value" ? 2 : 1) : 0
    return { message: inWords(message), path: parts.slice(from) }
  })

/** Messages about what stands at a path itself; with `within`, about anything in it too. */
export const messagesAt = (faults: ReadonlyArray<Fault>, path: Path, within = false): string => {
  const spelled = path.map(String)
  const fits = (one: Fault) => (within ? one.path.length >= spelled.length : one.path.length === spelled.length) && spelled.every((part, index) => one.path[index] === part)
  return [...new Set(faults.filter(fits).map(({ message }) => message))].join(" ")
}

/** Where a fault is, for people: `rules.0.allowed_origins` is “rules 1 › allowed origins”. */
export const placeInWords = (path: ReadonlyArray<string>): string => {
  const words: Array<string> = []
  for (const part of path) {
    if (/^\d+$/.test(part) && words.length > 0) words.push(`${words.pop()} ${Number(part) + 1}`)
    else words.push(part.replace(/_/g, " "))
  }
  return words.join(" › ")
}
