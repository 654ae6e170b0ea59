import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { isAbort, problemText } from "~/client/problem-error"
import { ComboField } from "~/components/ui/combo-field"
import { listedPage } from "~/lib/listed-page"

const MAX_SUGGESTIONS = 100

interface BucketNameFieldProps {
  readonly name: string
  readonly label: string
  readonly contextId: string
}

export const BucketNameField = component$<BucketNameFieldProps>(({ contextId, label, name }) => {
  const names = useSignal<ReadonlyArray<string>>([])
  const problem = useSignal("")
  useVisibleTask$(
    async ({ cleanup }) => {
      const controller = new AbortController()
      cleanup(() => controller.abort())
      if (contextId === "") return
      try {
        const { items } = listedPage(
          await callIn({ contextId }, "GET /api/manager/buckets", {
            query: { page: 1, page_size: MAX_SUGGESTIONS, sort_by: "name", sort_dir: "asc" },
            signal: controller.signal
          })
        )
        names.value = items.map((bucket) => bucket.name)
      } catch (cause) {
        if (!isAbort(cause)) problem.value = `Its buckets could not be read: ${problemText(cause)}`
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <ComboField
      name={name}
      label={label}
      required
      mono
      options={names.value.map((bucket) => ({ value: bucket, label: bucket }))}
      {...(problem.value === "" ? {} : { hint: problem.value })}
    />
  )
})
