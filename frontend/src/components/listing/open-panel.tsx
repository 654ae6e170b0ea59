import { $, type Component, component$ } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import type { Row } from "../resource-table"
import { Panel } from "../ui/panel"
import { type Listing, openRow, type PanelProps } from "./use-listing"

export interface OpenPanelProps {
  readonly listing: Listing<Row>
  readonly panel: Component<PanelProps<Row>>
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const OpenPanel = component$<OpenPanelProps>(({ listing, panel: Shown }) => {
  const { problem, row, status } = listing.opened.value
  const { noun, rowKey } = listing.options
  if (status === "ready")
    return <Shown key={String((row as Readonly<Record<string, unknown>>)[rowKey])} row={row as Row} listing={listing} />
  return (
    <Panel
      kind={sentence(noun.one)}
      title={status === "loading" ? "Loading…" : status === "gone" ? "Not found" : "Not loaded"}
      onClose$={$(() => openRow(listing, ""))}
    >
      {status === "loading" && (
        <div class="grid gap-3" aria-hidden="true">
          {[0, 1, 2, 3, 4].map((line) => (
            <span key={line} class={["skeleton block h-4", line % 2 ? "w-3/5" : "w-4/5"]} />
          ))}
        </div>
      )}
      {status === "gone" && (
        <p class="alert" role="status">
          There is no such {noun.one}, or it is not among those that you may see.
        </p>
      )}
      {problem && (
        <div class="grid justify-items-center pt-8">
          <ErrorState
            title={`This ${noun.one} could not be loaded`}
            problem={problem}
            onRetry$={$(() => listing.opener.value?.again())}
          />
        </div>
      )}
    </Panel>
  )
})
