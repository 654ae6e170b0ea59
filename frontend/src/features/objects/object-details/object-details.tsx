import { $, component$, type Signal, Slot, useSignal } from "@builder.io/qwik"
import { tabOf, Tabs } from "~/components/ui/tabs"
import type { BucketPlace } from "~/lib/bucket-place"
import { useLoaded } from "~/lib/use-loaded"
import { DetailsTab } from "./details-tab"
import { GoneText } from "./gone-text"
import { readDetails } from "./object"
import { PreviewTab } from "./preview-tab"
import { useStanding, type Watched } from "./use-standing"
import { VersionsTab } from "./versions-tab"

const TABS = [{ id: "details", label: "Details" }, { id: "preview", label: "Preview" }, { id: "versions", label: "Versions" }] as const

interface DetailsProps extends Watched {
  readonly place: BucketPlace
  /** The key of the object. */
  readonly entry: string
  readonly name: string
  /** Counts up when something was done to the object. */
  readonly changed?: Signal<number>
}

/** One object: what is known of it, what is in it, and what it was. The slot follows its facts. */
export const ObjectDetails = component$<DetailsProps>((props) => {
  const { entry, name, place } = props
  const chosen = useSignal("")
  const loaded = useLoaded($((signal) => readDetails(place, entry, signal)))
  useStanding(loaded, props)
  const shown = tabOf(TABS, chosen.value)
  const heard = props.changed === undefined ? {} : { changed: props.changed }
  if (loaded.problem?.status === 404) return <GoneText place={place} entry={entry} {...heard} />
  return (
    <>
      <Tabs id="object" label="Views of the object" tabs={TABS} current={chosen} />
      <div id="object-panel" role="tabpanel" aria-labelledby={`object-${shown}`} class="pt-3">
        {shown === "details" && <DetailsTab place={place} entry={entry} loaded={loaded} {...heard}><Slot /></DetailsTab>}
        {shown === "preview" && <PreviewTab place={place} entry={entry} name={name} />}
        {shown === "versions" && <VersionsTab place={place} entry={entry} {...heard} />}
      </div>
    </>
  )
})
