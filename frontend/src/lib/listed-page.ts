import { ProblemError } from "~/client/problem-error"

interface Listing {
  readonly state: string
  readonly last_error: { readonly code: string; readonly detail: string } | null
}

export const unlistedProblem = ({ last_error, state }: Listing): ProblemError | null =>
  state === "empty" && last_error !== null
    ? new ProblemError({
        status: 502,
        code: last_error.code,
        title: "The buckets could not be listed",
        detail: last_error.detail
      })
    : null

/** A page without rows would pass for an account without buckets. */
export const listedPage = <A extends { readonly listing: Listing }>(page: A): A => {
  const problem = unlistedProblem(page.listing)
  if (problem !== null) throw problem
  return page
}
