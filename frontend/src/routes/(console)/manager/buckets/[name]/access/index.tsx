import { component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { AccessCheck } from "~/features/buckets/policies/access-check"
import { WhoHasAccess } from "~/features/iam/bucketaccess/who-has-access"
import { bucketOfPath } from "~/lib/bucket-place"

export default component$(() => {
  const changed = useSignal(0)
  return (
    <div class="min-h-0 flex-1 overflow-y-auto p-5" data-testid="access-check">
      <div class="grid min-w-0 gap-4">
        <WhoHasAccess changed={changed} />
        <AccessCheck changed={changed} />
      </div>
    </div>
  )
})

export const head: DocumentHead = ({ url }) => ({
  title: `Access to ${bucketOfPath(url.pathname)?.full ?? "a bucket"}`
})
