import { enteredCount } from "~/features/accounts/rgw-settings/amounts"
import { ProblemError } from "~/client/problem-error"
import type { FormValues } from "~/components/ui/form"

export const bucketLimitOf = (values: FormValues): number | null | undefined => {
  const limit = enteredCount(values, "max_buckets")
  if (values["unlimited_buckets"] !== "true") return limit ?? undefined
  if (limit === null) return null
  throw new ProblemError({
    status: 422,
    code: "two_answers",
    title: "Two answers",
    detail: "",
    errors: [{ path: ["max_buckets"], message: "Leave this empty, or untick “Any number of buckets”." }]
  })
}
