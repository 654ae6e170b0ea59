import type { Body } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import type { FormValues } from "~/components/ui/form"
import { enteredCount } from "~/features/accounts/rgw-settings/amounts"

const bucketLimitOf = (values: FormValues): number | null | undefined => {
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

export const newAccountOf = (values: FormValues): Body<"POST /api/cluster-admin/endpoints/:endpoint_id/accounts"> => {
  const max_buckets = bucketLimitOf(values)
  const email = values["email"]?.trim() ?? ""
  return {
    name: values["name"] ?? "",
    ...(email === "" ? {} : { email }),
    ...(max_buckets === undefined ? {} : { limits: { max_buckets } })
  }
}
