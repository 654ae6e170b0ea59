import { component$, useSignal } from "@builder.io/qwik"
import type { PlayableType } from "../../../../../services/domain/objects/playableTypes.ts"
import { playedAddress, type Sight } from "./read-bytes"

interface PlayedProps {
  readonly sight: Sight
  readonly kind: "video" | "audio"
  readonly type: PlayableType
  readonly name: string
}

export const Played = component$<PlayedProps>(({ kind, name, sight, type }) => {
  const failed = useSignal(false)
  if (failed.value)
    return <p class="text-ink-2">This browser cannot play it, or it is damaged. Download it to open it elsewhere.</p>
  const src = playedAddress(sight, type)
  return kind === "video" ? (
    <video
      src={src}
      controls
      preload="metadata"
      class="max-h-[60vh] w-full rounded-ctl bg-sunken"
      aria-label={`Preview of ${name}`}
      onError$={() => {
        failed.value = true
      }}
    />
  ) : (
    <audio
      src={src}
      controls
      preload="metadata"
      class="w-full"
      aria-label={`Preview of ${name}`}
      onError$={() => {
        failed.value = true
      }}
    />
  )
})
