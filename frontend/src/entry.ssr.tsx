import { renderToStream, type RenderToStreamOptions } from "@builder.io/qwik/server"
import { manifest } from "@qwik-client-manifest"
import imports from "virtual:chunk-imports"
import Root from "./root"
import { finishPage } from "./ssr/finish-page"

interface ServerData {
  readonly nonce?: string
  readonly qwikcity?: { readonly ev?: { readonly sharedMap: Map<string, string> } }
}

/** Renders a page; theme, row density, font and the folded navigation come from cookies (plugin@document.ts), so the first paint is already right. */
export default async function render(options: RenderToStreamOptions) {
  const data = options.serverData as ServerData | undefined
  const shared = data?.qwikcity?.ev?.sharedMap
  const theme = shared?.get("theme")
  const density = shared?.get("density")
  const font = shared?.get("font")
  const rail = shared?.get("rail")
  let html = ""
  const result = await renderToStream(<Root />, {
    ...options,
    // Qwik's own would link every style sheet on every page; components/page-style links the one that it needs
    manifest: { ...manifest, injections: [] },
    // a page is small: it is finished as a whole, then sent
    stream: { write: (chunk) => { html += chunk } },
    // Qwik's own would fetch the graph of all chunks, and what it guesses from it, on every page
    preloader: false,
    containerAttributes: {
      lang: "en",
      ...(theme ? { "data-theme": theme } : {}),
      ...(density ? { "data-density": density } : {}),
      ...(font ? { "data-font": font } : {}),
      ...(rail ? { "data-rail": rail } : {}),
      ...options.containerAttributes
    }
  })
  return { ...result, html: finishPage(html, "/build/", data?.nonce, imports) }
}
