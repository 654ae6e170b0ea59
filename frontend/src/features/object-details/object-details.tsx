import { component$, type Signal, Slot, useSignal } from "@builder.io/qwik"
import { tabOf, Tabs } from "~/components/ui/tabs"
import type { BucketPlace } from "~/lib/bucket-place"
import { DetailsTab } from "./details-tab"
import { PreviewTab } from "./preview-tab"
import { VersionsTab } from "./versions-tab"

const TABS = [{ id: "details", label: "Details" }, { id: "preview", label: "Preview" }, { id: "versions", label: "Versions" }] as const

interface DetailsProps {
  readonly place: BucketPlace
  /** The key of the object. */
  readonly entry: string
  readonly name: string
  /** Counts up when something was done to the object. */
  readonly changed?: Signal<number>
}

/** One object: what is known of it, what is in it, and what it was. The slot follows its facts. */
export const ObjectDetails = component$<DetailsProps>(({ entry, name, place, ...props }) => {
  const chosen = useSignal("")
  const shown = tabOf(TABS, chosen.value)
  const heard = props.changed === undefined ? {} : { changed: props.changed }
  return (
    <>
      <Tabs id="object" label="Views of the object" tabs={TABS} current={chosen} />
      <div id="object-panel" role="tabpanel" aria-labelledby={`object-${shown}`} class="pt-3">
        {shown === "details" && <DetailsTab place={place} entry={entry} tab={chosen} {...heard}><Slot /></DetailsTab>}
        {shown === "preview" && <PreviewTab place={place} entry={entry} name={name} />}
        {shown === "versions" && <VersionsTab place={place} entry={entry} {...heard} />}
      </div>
    </>
  )
})
