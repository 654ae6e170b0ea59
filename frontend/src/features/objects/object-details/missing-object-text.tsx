import { component$, type Signal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { VersionsTab } from "./versions-tab"

interface GoneProps {
  readonly place: BucketPlace
  readonly entry: string
  readonly changed?: Signal<number>
}

export const MissingObjectText = component$<GoneProps>(({ changed, entry, place }) => (
  <>
    <p class="alert alert-warn mb-4" role="status">
      <Icon name="triangle-alert" />
      <span class="min-w-0">
        <b class="font-medium">This object is gone.</b> There is no such object: it was deleted, or its name is another.
      </span>
    </p>
    <section aria-label="What is kept of this key">
      <h3 class="mb-1 font-medium">What is kept of it</h3>
      <VersionsTab
        place={place}
        entry={entry}
        none="Nothing. This bucket keeps no version of this key: it cannot be brought back from here."
        {...(changed === undefined ? {} : { changed })}
      />
    </section>
  </>
))
