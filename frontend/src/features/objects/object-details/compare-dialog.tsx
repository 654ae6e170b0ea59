import { $, component$, type Signal } from "@builder.io/qwik"
import { DiffView } from "~/components/diff/diff-view"
import { Dialog } from "~/components/ui/dialog"
import { ErrorState } from "~/components/ui/states"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { decodeText } from "./file-kind"
import { firstBytes } from "./read-bytes"

export interface Compared {
  readonly place: BucketPlace
  readonly key: string
  readonly before: string
  readonly after: string
  readonly title: string
}

const MAX_COMPARED_BYTES = 256 * 1024

const Compare = component$<{ readonly about: Compared }>(({ about }) => {
  const loaded = useLoaded(
    $(async (signal) => {
      const { after, before, key, place } = about
      const readText = async (version: string) =>
        decodeText(await firstBytes({ place, key, version }, MAX_COMPARED_BYTES, signal))?.text ?? null
      const [one, other] = await Promise.all([readText(before), readText(after)])
      return { before: one, after: other }
    })
  )
  const { problem, value } = loaded
  if (problem)
    return <ErrorState title="The versions could not be loaded" problem={problem} onRetry$={() => reload(loaded)} />
  if (value === null) return <span class="skeleton block h-40 w-full" aria-busy="true" />
  if (value.before === null || value.after === null)
    return <p class="text-ink-2">One of the two is not text: there are no lines to compare.</p>
  return (
    <>
      <DiffView before={value.before} after={value.after} label="What the later version changed" />
      <p class="mt-2 text-xs text-ink-3">Up to {bytes(MAX_COMPARED_BYTES)} of each.</p>
    </>
  )
})

export const CompareDialog = component$<{ readonly open: Signal<Compared | null> }>(({ open }) => (
  <Dialog open={open} title={open.value?.title ?? ""} wide>
    <div class="grid gap-2 px-5 py-4">{open.value !== null && <Compare about={open.value} />}</div>
  </Dialog>
))
