import { $, component$, type Signal, useId, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import type { BucketPlace } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { Sharing } from "../../shares/share"
import { AttributesDialog } from "../actions/attributes-dialog"
import { CleanDialog } from "../actions/clean-dialog"
import { type FolderSubject, ofEntries, ofFolder } from "./folder-subject"
import { RestoreDialog } from "../actions/restore-dialog"

interface ActionsProps {
  readonly place: BucketPlace
  readonly prefix: string
  readonly changed: Signal<number>
  readonly sharing?: Signal<Sharing | null>
}

export const FolderActions = component$<ActionsProps>(({ changed, place, prefix, sharing }) => {
  const id = useId()
  const restoring = useSignal<FolderSubject | null>(null)
  const cleaning = useSignal<FolderSubject | null>(null)
  const editing = useSignal<FolderSubject | null>(null)
  const contexts = useExecutionContexts()
  const ask$ = $((what: "files" | "attributes" | "restore" | "clean") => {
    const { bucket } = place
    const contextId = contexts.current?.id
    if (contextId === undefined) return
    const here = { bucket, contextId }
    if (what === "files") {
      if (sharing) sharing.value = { ...here, prefix, keys: [] }
    } else (what === "attributes" ? editing : what === "restore" ? restoring : cleaning).value = ofFolder(here, prefix)
  })
  return (
    <>
      <button
        type="button"
        class="btn btn-secondary btn-icon"
        disabled={contexts.current === null}
        popovertarget={id}
        aria-label="More to do with this folder"
        title="More"
      >
        <Icon name="ellipsis" />
      </button>
      <Menu id={id} label="More to do with this folder" end>
        {sharing && (
          <button type="button" class="menu-item" popovertarget={id} onClick$={() => ask$("files")}>
            <MenuItemBody icon="inbox" label="Ask for files…" hint="A link by which others send them here" />
          </button>
        )}
        <button type="button" class="menu-item" popovertarget={id} onClick$={() => ask$("attributes")}>
          <MenuItemBody icon="tag" label="Change attributes…" hint="Headers, metadata, class, tags, locks" />
        </button>
        <button type="button" class="menu-item" popovertarget={id} onClick$={() => ask$("restore")}>
          <MenuItemBody icon="history" label="Restore to a point in time…" hint="As it was at a moment" />
        </button>
        <button type="button" class="menu-item" popovertarget={id} onClick$={() => ask$("clean")}>
          <MenuItemBody icon="trash-2" label="Clean old versions…" hint="Never the current one" />
        </button>
      </Menu>
      <RestoreDialog open={restoring} changed={changed} />
      <CleanDialog open={cleaning} changed={changed} />
      <AttributesDialog open={editing} changed={changed} />
    </>
  )
})

export const SelectedAttributes = component$<{
  readonly place: BucketPlace
  readonly keys: ReadonlyArray<string>
  readonly changed: Signal<number>
}>(({ changed, keys, place }) => {
  const editing = useSignal<FolderSubject | null>(null)
  return (
    <>
      <button
        type="button"
        class="btn btn-ghost btn-sm"
        onClick$={() => {
          editing.value = ofEntries(place, keys)
        }}
      >
        <Icon name="tag" /> Attributes
      </button>
      <AttributesDialog open={editing} changed={changed} />
    </>
  )
})
