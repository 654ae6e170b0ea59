import { component$, type QRL, sync$ } from "@builder.io/qwik"
import world from "~/assets/world.svg?url&no-inline"
import { MAP_HEIGHT, MAP_WIDTH, movePlace, onMap, type Coordinates, placeAt, placeInWords } from "./places"

export type { Coordinates as Place }

interface WorldMapProps {
  readonly place: Coordinates | null
  readonly label: string
  readonly onPick$: QRL<(place: Coordinates) => unknown>
}

const START: Coordinates = { latitude: 0, longitude: 0 }

export const WorldMap = component$<WorldMapProps>(({ label, onPick$, place }) => {
  const pin = place === null ? null : onMap(place)
  return (
    <div>
      <div
        class="map-focus"
        role="application"
        aria-roledescription="map"
        aria-label={`${label}. Arrow keys move it by one degree, with Shift by ten`}
        tabIndex={0}
        data-testid="world-map"
        onKeyDown$={[
          sync$((event: KeyboardEvent) => {
            if (event.key.startsWith("Arrow")) event.preventDefault()
          }),
          async (event: KeyboardEvent) => {
            const by = event.shiftKey ? 10 : 1
            const step = { ArrowUp: [by, 0], ArrowDown: [-by, 0], ArrowLeft: [0, -by], ArrowRight: [0, by] }[event.key]
            if (step !== undefined) await onPick$(place === null ? START : movePlace(place, step[0] ?? 0, step[1] ?? 0))
          }
        ]}
        onClick$={async (event, element) => {
          const { height, left, top, width } = element.getBoundingClientRect()
          await onPick$(placeAt((event.clientX - left) / width, (event.clientY - top) / height))
        }}
      >
        <svg class="map" viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true">
          <use href={`${world}#land`} class="map-land" width={MAP_WIDTH} height={MAP_HEIGHT} />
          {pin && <path d={`M${pin.x} 0V${MAP_HEIGHT}M0 ${pin.y}H${MAP_WIDTH}`} class="map-cross" />}
          {pin && <circle cx={pin.x} cy={pin.y} r="7" class="map-pin" />}
        </svg>
      </div>
      <p class="mt-1 min-h-4 text-xs text-ink-2" role="status" data-testid="map-reading">
        {place === null ? "No place is chosen: click on the map, or press an arrow key." : placeInWords(place)}
      </p>
    </div>
  )
})
