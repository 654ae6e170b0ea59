import { component$, useSignal } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import type { QrDrawing } from "./qr-of"

export const LinkAddress = component$<{ readonly url: string }>(({ url }) => {
  const code = useSignal<QrDrawing | null>(null)
  const problem = useSignal("")
  return (
    <div class="grid min-w-0 gap-3">
      <div class="flex flex-wrap items-start gap-2">
        <code
          class="max-h-24 min-w-0 flex-1 basis-60 overflow-y-auto rounded-ctl bg-sunken px-3 py-2 text-xs wrap-anywhere"
          tabIndex={0}
          role="group"
          aria-label="The link"
          data-testid="made-link"
        >
          {url}
        </code>
        <CopyButton text={url} label="Copy link" />
        <button
          type="button"
          class="btn btn-secondary"
          aria-expanded={code.value === null ? "false" : "true"}
          onClick$={async () => {
            problem.value = ""
            if (code.value !== null) {
              code.value = null
              return
            }
            try {
              const { qrOf } = await import("./qr-of")
              code.value = qrOf(url)
            } catch (cause) {
              problem.value = asProblem(cause).message
            }
          }}
        >
          <Icon name="qr-code" /> {code.value === null ? "Show QR code" : "Hide QR code"}
        </button>
      </div>
      {problem.value !== "" && (
        <p role="alert" class="text-danger">
          {problem.value}
        </p>
      )}
      {code.value !== null && (
        <svg
          viewBox={`0 0 ${code.value.size} ${code.value.size}`}
          class="w-48 max-w-full rounded-ctl bg-[#fff] fill-[#000]"
          role="img"
          aria-label="The link as a QR code"
          shape-rendering="crispEdges"
          data-testid="qr-code"
        >
          <path d={code.value.path} />
        </svg>
      )}
    </div>
  )
})
