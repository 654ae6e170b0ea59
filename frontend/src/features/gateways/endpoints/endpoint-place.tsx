import { $, component$, useSignal, useStore } from "@builder.io/qwik"
import { type Place, WorldMap } from "~/components/map/world-map"
import { Field } from "~/components/ui/field"
import { Icon } from "~/components/ui/icon"

interface EndpointPlaceProps {
  readonly latitude: number | null
  readonly longitude: number | null
}

const text = (value: number | null): string => (value === null ? "" : String(value))
const degrees = (field: HTMLInputElement | null): number | null =>
  field === null || field.value === "" || !field.validity.valid ? null : Number(field.value)

const fieldIn = (within: HTMLElement | undefined, name: keyof Place) =>
  within?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null

export const EndpointPlace = component$<EndpointPlaceProps>(({ latitude, longitude }) => {
  const mapContainer = useSignal<HTMLElement>()
  const open = useSignal(false)
  const pin = useStore<{ latitude: number | null; longitude: number | null }>({ latitude, longitude })
  return (
    <div
      ref={mapContainer}
      class="grid gap-3"
      onInput$={() => {
        Object.assign(pin, {
          latitude: degrees(fieldIn(mapContainer.value, "latitude")),
          longitude: degrees(fieldIn(mapContainer.value, "longitude"))
        })
      }}
    >
      <div class="grid grid-cols-2 gap-3">
        <Field
          name="latitude"
          label="Latitude"
          type="number"
          step="any"
          min={-90}
          max={90}
          value={text(latitude)}
          placeholder="46.2"
        />
        <Field
          name="longitude"
          label="Longitude"
          type="number"
          step="any"
          min={-180}
          max={180}
          value={text(longitude)}
          placeholder="6.15"
        />
      </div>
      <details
        class="group rounded-card border border-line"
        onToggle$={(_, details) => {
          open.value = details.open
        }}
      >
        <summary class="flex items-center gap-2 rounded-card px-3 py-2 font-medium">
          <Icon name="chevron-right" class="transition-transform group-open:rotate-90" />
          Choose on a map
        </summary>
        <div class="border-t border-line p-3">
          {open.value && (
            <WorldMap
              place={
                pin.latitude === null || pin.longitude === null
                  ? null
                  : { latitude: pin.latitude, longitude: pin.longitude }
              }
              label="Place of the endpoint"
              onPick$={$((picked: Place) => {
                for (const name of ["latitude", "longitude"] as const) {
                  const field = fieldIn(mapContainer.value, name)
                  if (field === null) continue
                  field.value = String(picked[name])
                  field.dispatchEvent(new Event("input", { bubbles: true }))
                }
              })}
            />
          )}
        </div>
      </details>
    </div>
  )
})
