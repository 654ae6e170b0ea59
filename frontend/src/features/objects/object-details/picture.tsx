import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { firstBytes, type Sight } from "./read-bytes"

/** A picture is read whole: what has more bytes than this is downloaded instead. */
export const PICTURE = 20 * 1024 * 1024

/** A picture, from its bytes and the type that they have: nothing in it runs. */
export const Picture = component$<{ readonly sight: Sight; readonly type: string; readonly name: string }>(({ name, sight, type }) => {
  const shown = useSignal("")
  const failed = useSignal(false)
  useVisibleTask$(async ({ cleanup }) => {
    const asked = new AbortController()
    let made = ""
    cleanup(() => {
      asked.abort()
      if (made !== "") URL.revokeObjectURL(made)
    })
    try {
      made = URL.createObjectURL(new Blob([(await firstBytes(sight, PICTURE, asked.signal)).slice()], { type }))
      shown.value = made
    } catch {
      // said in place of the picture
      failed.value = !asked.signal.aborted
    }
  }, { strategy: "document-ready" })
  if (failed.value) return <p class="text-ink-2">The picture could not be loaded, or is damaged.</p>
  return shown.value === ""
    ? <span class="skeleton block h-40 w-full" />
    : <img src={shown.value} alt={`Preview of ${name}`} width={640} height={480} class="h-auto max-h-[60vh] w-full rounded-ctl border border-line bg-sunken object-contain" onError$={() => { failed.value = true }} />
})
