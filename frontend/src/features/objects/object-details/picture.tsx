import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { firstBytes, type Sight } from "./read-bytes"

/** Maximum in bytes: an image is read whole. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024

/** A blob with its detected type, where no script runs. */
export const Picture = component$<{ readonly sight: Sight; readonly type: string; readonly name: string }>(
  ({ name, sight, type }) => {
    const objectUrl = useSignal("")
    const failed = useSignal(false)
    useVisibleTask$(
      async ({ cleanup }) => {
        const controller = new AbortController()
        let createdUrl = ""
        cleanup(() => {
          controller.abort()
          if (createdUrl !== "") URL.revokeObjectURL(createdUrl)
        })
        try {
          createdUrl = URL.createObjectURL(
            new Blob([(await firstBytes(sight, MAX_PICTURE_BYTES, controller.signal)).slice()], { type })
          )
          objectUrl.value = createdUrl
        } catch {
          // shown in place of the image
          failed.value = !controller.signal.aborted
        }
      },
      { strategy: "document-ready" }
    )
    if (failed.value) return <p class="text-ink-2">The picture could not be loaded, or is damaged.</p>
    return objectUrl.value === "" ? (
      <span class="skeleton block h-40 w-full" />
    ) : (
      <img
        src={objectUrl.value}
        alt={`Preview of ${name}`}
        width={640}
        height={480}
        class="h-auto max-h-[60vh] w-full rounded-ctl border border-line bg-sunken object-contain"
        onError$={() => {
          failed.value = true
        }}
      />
    )
  }
)
