/** An answer that the page's head asked for before the scripts came. */
export interface EarlyAnswer {
  /** When it was asked for, as `Date.now()` says. */
  readonly at: number
  /** When its head came. */
  came?: number
  readonly answer: Promise<Response>
  /** The workspace that the request named in its header; undefined: none. */
  readonly workspace?: string | undefined
}

/** The workspace that these headers name (`workspaceHeaders`). */
export const workspaceOf = (headers: Readonly<Record<string, string>> | undefined): string | undefined => headers?.["x-s3-workspace"]

declare global {
  /** By address; filled by `src/early/early.ts`. Each is taken once. */
  var stowageEarly: Map<string, EarlyAnswer> | undefined
}

/** An address whose parameters stand in order, so that the same question is known by it. */
export const sameAddress = (address: string): string => {
  const { pathname, searchParams } = new URL(address, "http://here")
  searchParams.sort()
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}
