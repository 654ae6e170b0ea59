import { countOf } from "~/features/accounts/rgw-settings/amounts"
import { ProblemError } from "~/client/problem-error"
import type { FormValues } from "~/components/ui/form"

/** The most buckets of an account that is made: null is unlimited; undefined leaves it to the gateway. Throws a problem of the field that is wrong. */
export const bucketLimitOf = (values: FormValues): number | null | undefined => {
  const typed = countOf(values, "max_buckets")
  if (values["unlimited_buckets"] !== "true") return typed ?? undefined
  if (typed === null) return null
  throw new ProblemError({ status: 422, code: "two_answers", title: "Two answers", detail: "", errors: [{ path: ["max_buckets"], message: "Leave this empty, or untick “Any number of buckets”." }] })
}
