import { component$, Slot, useContextProvider } from "@builder.io/qwik"
import { PlaceBody } from "~/features/buckets/bucket-place/place-body"
import { PlaceHeader } from "~/features/buckets/bucket-place/place-header"
import { PlaceContext, useLiveBucket } from "~/features/buckets/bucket-place/use-bucket-place"
import { ReadingsContext, useReadFeatures } from "~/features/buckets/bucket-features/use-bucket-features"

export default component$(() => {
  const place = useLiveBucket()
  useContextProvider(PlaceContext, place)
  useContextProvider(ReadingsContext, useReadFeatures(place))
  return (
    <div class="flex h-full min-h-0 flex-col" data-testid="bucket-place">
      <PlaceHeader />
      <PlaceBody>
        <Slot />
      </PlaceBody>
    </div>
  )
})
