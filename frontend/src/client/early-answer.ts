export interface PrefetchedResponse {
  readonly at: number
  came?: number
  readonly answer: Promise<Response>
  readonly workspace?: string | undefined
}

export const workspaceOf = (headers: Readonly<Record<string, string>> | undefined): string | undefined =>
  headers?.["x-s3-workspace"]

declare global {
  var stowageEarly: Map<string, PrefetchedResponse> | undefined
}

export const normalizedAddress = (address: string): string => {
  const { pathname, searchParams } = new URL(address, "http://here")
  searchParams.sort()
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}
