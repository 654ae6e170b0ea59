import { component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { CopyButton } from "~/components/ui/copy-button"
import { ShownOnceFooter } from "~/components/ui/shown-once"
import { Icon } from "~/components/ui/icon"

export interface NewTokenValue {
  readonly name: string
  readonly token: string
  readonly example: string | null
}

export const NewToken = component$<{
  readonly open: Signal<object | null>
  readonly made: NewTokenValue
  readonly leaving: Signal<boolean>
}>(({ leaving, made, open }) => {
  const content = useSignal<HTMLElement>()
  useVisibleTask$(() => content.value?.focus(), { strategy: "document-ready" })
  return (
    <>
      <div ref={content} class="grid gap-4 px-5 py-4 outline-none!" tabIndex={-1}>
        <p class="alert alert-warn" role="status">
          <Icon name="triangle-alert" />
          <span>Copy “{made.name}” now. It is shown only this once.</span>
        </p>
        <div>
          <p id="new-token-label" class="mb-1 font-medium">
            Token
          </p>
          <p
            class="rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all"
            aria-labelledby="new-token-label"
            data-testid="new-token"
          >
            {made.token}
          </p>
          <div class="mt-2">
            <CopyButton text={made.token} label="Copy token" />
          </div>
        </div>
        {made.example !== null && (
          <div>
            <p class="mb-1 font-medium">Try it in a terminal</p>
            <pre
              class="rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap"
              data-testid="token-example"
            >
              {made.example}
            </pre>
            <div class="mt-2">
              <CopyButton text={made.example} label="Copy line" />
            </div>
          </div>
        )}
      </div>
      <ShownOnceFooter
        open={open}
        leaving={leaving}
        text="Without a copy this token is of no use: it is not shown again."
      />
    </>
  )
})
