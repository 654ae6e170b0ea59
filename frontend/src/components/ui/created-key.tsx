import { component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { regionOfEndpoint } from "~/lib/key-blocks"
import { CopyButton } from "./copy-button"
import { Icon } from "./icon"
import { KeyBlocksPanel } from "./key-blocks-panel"
import { RootKeyWarning } from "./root-key-warning"
import { ShownOnceFooter } from "./shown-once"

export interface CreatedKey {
  readonly access_key: string
  readonly secret_key: string
  readonly endpoint?: string
  readonly region?: string
  readonly place?: string
}

const Half = (props: { readonly id: string; readonly label: string; readonly text: string }) => (
  <div>
    <p id={props.id} class="mb-1 font-medium">
      {props.label}
    </p>
    <p
      class="rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all"
      aria-labelledby={props.id}
      data-testid={props.id}
    >
      {props.text}
    </p>
    <div class="mt-2">
      <CopyButton text={props.text} label={`Copy ${props.label.toLowerCase()}`} />
    </div>
  </div>
)

export const CreatedKeyView = component$<{
  readonly open: Signal<object | null>
  readonly made: CreatedKey
  readonly leaving: Signal<boolean>
  readonly root?: boolean
}>(({ leaving, made, open, root }) => {
  const content = useSignal<HTMLElement>()
  useVisibleTask$(() => content.value?.focus(), { strategy: "document-ready" })
  return (
    <>
      <div ref={content} class="grid gap-4 px-5 py-4 outline-none!" tabIndex={-1}>
        <p class="alert alert-warn" role="status">
          <Icon name="triangle-alert" />
          <span>Copy the secret key now. It is shown only this once.</span>
        </p>
        {root && <RootKeyWarning />}
        <Half id="new-access-key" label="Access key" text={made.access_key} />
        <Half id="new-secret-key" label="Secret key" text={made.secret_key} />
        {made.endpoint !== undefined && (
          <KeyBlocksPanel
            of={{ ...made, endpoint: made.endpoint, region: made.region ?? regionOfEndpoint(made.endpoint) }}
          />
        )}
      </div>
      <ShownOnceFooter
        open={open}
        leaving={leaving}
        text="Without a copy this key is of no use: its secret is not shown again."
      />
    </>
  )
})
