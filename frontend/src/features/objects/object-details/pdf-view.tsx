import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { int } from "~/lib/format"
import { MAX_PAGES, type OpenPdf, PDF_PAGE, type ToFrame, type ToPage } from "./pdf-protocol"
import { readRange, type Sight } from "./read-bytes"

const CHUNK_BYTES = 2 * 1024 * 1024
const MAX_READ_BYTES = 100 * 1024 * 1024

const isRange = (begin: number, end: number, size: number): boolean =>
  Number.isSafeInteger(begin) &&
  Number.isSafeInteger(end) &&
  begin >= 0 &&
  begin < end &&
  end <= size &&
  end - begin <= CHUNK_BYTES

interface ViewProps {
  readonly sight: Sight
  readonly size: number
  readonly name: string
}

/** The frame is sandboxed, without origin and network; it requests bytes over a port. */
export const PdfView = component$<ViewProps>(({ name, sight, size }) => {
  const frame = useSignal<HTMLIFrameElement>()
  const status = useSignal("")
  const pages = useSignal(0)
  useVisibleTask$(
    ({ cleanup, track }) => {
      const element = track(() => frame.value)
      if (!element) return
      const controller = new AbortController()
      const { port1, port2 } = new MessageChannel()
      let handed = 0
      const fail = (why: string) => {
        status.value = why
        controller.abort()
      }
      const hand = async (begin: number, end: number): Promise<void> => {
        handed += end - begin
        if (handed > MAX_READ_BYTES) return fail("Too much of this document had to be read. Download it to open it.")
        const bytes = await readRange(sight, begin, end, controller.signal)
        const answer: ToFrame = { begin, bytes }
        port1.postMessage(answer, [bytes])
      }
      port1.onmessage = ({ data }: MessageEvent<ToPage>) => {
        if (data.kind === "range") {
          if (!isRange(data.begin, data.end, size)) return fail("This document cannot be shown: it is damaged.")
          void hand(data.begin, data.end).catch(() => {
            if (!controller.signal.aborted) fail("The document could not be read to its end.")
          })
        } else if (data.kind === "shown") pages.value = Number(data.pages)
        else
          fail(
            data.why === "password"
              ? "This document is locked by a password. Download it to open it."
              : "This document cannot be shown: it is damaged, or something else than it says."
          )
      }
      const { theme } = document.documentElement.dataset
      const openMessage: OpenPdf = {
        size,
        dark: theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
      }
      // the target has an opaque origin, so `*` is needed; the message contains only the port
      element.addEventListener("load", () => element.contentWindow?.postMessage(openMessage, "*", [port2]), {
        once: true
      })
      element.src = PDF_PAGE
      cleanup(() => {
        controller.abort()
        port1.close()
      })
    },
    { strategy: "document-ready" }
  )
  if (status.value !== "")
    return (
      <p class="text-ink-2" role="status">
        {status.value}
      </p>
    )
  return (
    <>
      <iframe
        ref={frame}
        sandbox="allow-scripts"
        title={`Preview of ${name}`}
        class="h-[60vh] w-full rounded-ctl border border-line bg-sunken"
        data-testid="pdf"
      />
      <p class="mt-2 text-xs text-ink-3" role="status">
        {pages.value === 0
          ? "Opening the document …"
          : pages.value > MAX_PAGES
            ? `The first ${MAX_PAGES} of ${int(pages.value)} pages.`
            : `${int(pages.value)} ${pages.value === 1 ? "page" : "pages"}.`}
      </p>
    </>
  )
})
