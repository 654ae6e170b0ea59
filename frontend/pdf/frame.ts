// Page that shows a PDF: sandboxed, without network, cookies or storage. Its embedder sends a port, which provides the
// bytes of the one document. scripts/pdf.mjs bundles it into one file.
import {
  AnnotationMode,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy
} from "pdfjs-dist"
import * as worker from "pdfjs-dist/build/pdf.worker.min.mjs"
import { MAX_PAGES, type OpenPdf, type ToFrame, type ToPage } from "../src/features/objects/object-details/pdf-protocol"

Object.assign(globalThis, { pdfjsWorker: worker })

/** Bytes per request. */
const CHUNK_SIZE = 256 * 1024
const MAX_PIXELS = 8_000_000

const pages = document.querySelector("main") ?? document.body

const placePage = (document_: PDFDocumentProxy, number: number, ratio: number): HTMLElement => {
  const place = document.createElement("div")
  place.className = "page"
  place.setAttribute("role", "img")
  place.setAttribute("aria-label", `Page ${number} of ${document_.numPages}`)
  place.dataset["page"] = String(number)
  place.style.aspectRatio = String(ratio)
  return place
}

const draw = async (page: PDFPageProxy, place: HTMLElement): Promise<void> => {
  const plain = page.getViewport({ scale: 1 })
  place.style.aspectRatio = String(plain.width / plain.height)
  const wanted = (place.clientWidth * Math.min(devicePixelRatio, 2)) / plain.width
  const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(MAX_PIXELS / (plain.width * plain.height))) })
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise
  place.replaceChildren(canvas)
  const { items } = await page.getTextContent()
  const text = items
    .map((item) => ("str" in item ? item.str : ""))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim()
  if (text !== "")
    place.setAttribute("aria-label", `${place.getAttribute("aria-label")?.split(":")[0]}: ${text.slice(0, 4_000)}`)
}

const show = async (pdf: PDFDocumentProxy): Promise<void> => {
  const first = (await pdf.getPage(1)).getViewport({ scale: 1 })
  const pageCount = Math.min(pdf.numPages, MAX_PAGES)
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const place = target as HTMLElement
        if (!isIntersecting) place.replaceChildren()
        else if (!place.hasChildNodes()) {
          void pdf
            .getPage(Number(place.dataset["page"]))
            .then((page) => draw(page, place))
            .catch(() => {
              place.textContent = "This page cannot be shown."
            })
        }
      }
    },
    { rootMargin: "100% 0px" }
  )
  for (let number = 1; number <= pageCount; number++) {
    const place = placePage(pdf, number, first.width / first.height)
    pages.append(place)
    near.observe(place)
  }
}

const open = (port: MessagePort, { dark, size }: OpenPdf): void => {
  const send = (message: ToPage) => port.postMessage(message)
  document.documentElement.dataset["theme"] = dark ? "dark" : "light"
  class FromPort extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      send({ kind: "range", begin, end })
    }
  }
  const range = new FromPort(size, null)
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    range.onDataRange(data.begin, new Uint8Array(data.bytes))
  }
  const opening = getDocument({
    range,
    rangeChunkSize: CHUNK_SIZE,
    disableAutoFetch: true,
    disableStream: true,
    useWasm: false,
    useSystemFonts: true,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: MAX_PIXELS * 4,
    isOffscreenCanvasSupported: false,
    verbosity: 0
  })
  opening.onPassword = () => {
    send({ kind: "failed", why: "password" })
    void opening.destroy()
  }
  opening.promise
    .then(
      async (pdf) => {
        await show(pdf)
        send({ kind: "shown", pages: pdf.numPages })
      },
      () => send({ kind: "failed", why: "broken" })
    )
    .catch(() => send({ kind: "failed", why: "broken" }))
}

addEventListener(
  "message",
  (event: MessageEvent<OpenPdf>) => {
    const [port] = event.ports
    if (event.source === parent && port !== undefined) open(port, event.data)
  },
  { once: true }
)
