import type { Value } from "./feature"

export type Path = ReadonlyArray<string | number>

export interface Fault {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

type Container = { readonly [key: string]: unknown }
const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((container, key) => (isContainer(container) ? (container as Container)[key] : undefined), value)

export const withAt = (value: unknown, path: Path, next: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (Array.isArray(value)) {
    const copy: Array<unknown> = [...value]
    copy[Number(key)] = withAt(copy[Number(key)], rest, next)
    return copy
  }
  return {
    ...(isContainer(value) ? value : {}),
    [key]: withAt(isContainer(value) ? value[key] : undefined, rest, next)
  }
}

export const withoutIndex = <A>(list: ReadonlyArray<A>, index: number): ReadonlyArray<A> => [
  ...list.slice(0, index),
  ...list.slice(index + 1)
]

export const moveItem = <A>(list: ReadonlyArray<A>, index: number, by: -1 | 1): ReadonlyArray<A> => {
  const [one, other] = [list[index], list[index + by]]
  return one === undefined || other === undefined
    ? list
    : list.map((entry, place) => (place === index ? other : place === index + by ? one : entry))
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  return isContainer(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, held]) => [key, sorted(held)])
      )
    : value
}

export const isSameValue = (one: Value | null, other: Value | null): boolean =>
  one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const inWords = (message: string): string =>
  /with a length of at least 1$/.test(message) ? "Something has to stand here" : message

export const faultsOf = (
  errors: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly message: string }>
): ReadonlyArray<Fault> =>
  errors.map(({ message, path }) => {
    const parts = path.map(String)
    const from = parts[0] === "payload" ? (parts[1] === "value" ? 2 : 1) : 0
    return { message: inWords(message), path: parts.slice(from) }
  })

export const messagesAt = (faults: ReadonlyArray<Fault>, path: Path, within = false): string => {
  const segments = path.map(String)
  const fits = (one: Fault) =>
    (within ? one.path.length >= segments.length : one.path.length === segments.length) &&
    segments.every((part, index) => one.path[index] === part)
  return [...new Set(faults.filter(fits).map(({ message }) => message))].join(" ")
}

export const placeInWords = (path: ReadonlyArray<string>): string => {
  const words: Array<string> = []
  for (const part of path) {
    if (/^\d+$/.test(part) && words.length > 0) words.push(`${words.pop()} ${Number(part) + 1}`)
    else words.push(part.replace(/_/g, " "))
  }
  return words.join(" › ")
}
