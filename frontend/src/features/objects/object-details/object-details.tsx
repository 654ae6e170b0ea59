import { $, component$, type Signal, Slot, useSignal } from "@builder.io/qwik"
import { validTab, Tabs } from "~/components/ui/tabs"
import type { BucketPlace } from "~/lib/bucket-place"
import { useLoaded } from "~/lib/use-loaded"
import { DetailsTab } from "./details-tab"
import { MissingObjectText } from "./missing-object-text"
import { readDetails } from "./object"
import { PreviewTab } from "./preview-tab"
import { useObjectPresence, type WatchedObject } from "./use-object-presence"
import { VersionsTab } from "./versions-tab"

const TABS = [
  { id: "details", label: "Details" },
  { id: "preview", label: "Preview" },
  { id: "versions", label: "Versions" }
] as const

interface DetailsProps extends WatchedObject {
  readonly place: BucketPlace
  readonly entry: string
  readonly name: string
  readonly changed?: Signal<number>
}

export const ObjectDetails = component$<DetailsProps>((props) => {
  const { entry, name, place } = props
  const selectedTab = useSignal("")
  const loaded = useLoaded($((signal) => readDetails(place, entry, signal)))
  useObjectPresence(loaded, props)
  const visibleTab = validTab(TABS, selectedTab.value)
  const changeProps = props.changed === undefined ? {} : { changed: props.changed }
  if (loaded.problem?.status === 404) return <MissingObjectText place={place} entry={entry} {...changeProps} />
  return (
    <>
      <Tabs id="object" label="Views of the object" tabs={TABS} current={selectedTab} />
      <div id="object-panel" role="tabpanel" aria-labelledby={`object-${visibleTab}`} class="pt-3">
        {visibleTab === "details" && (
          <DetailsTab place={place} entry={entry} loaded={loaded} {...changeProps}>
            <Slot />
          </DetailsTab>
        )}
        {visibleTab === "preview" && <PreviewTab place={place} entry={entry} name={name} />}
        {visibleTab === "versions" && <VersionsTab place={place} entry={entry} {...changeProps} />}
      </div>
    </>
  )
})
