import { renderToStream, type RenderToStreamOptions } from "@builder.io/qwik/server"
import { manifest } from "@qwik-client-manifest"
import imports from "virtual:chunk-imports"
import { accentsOf, accentStyle } from "../../services/domain/identity/application/accentColors.ts"
import type { Brand } from "./lib/brand"
import Root from "./root"
import { finishPage } from "./ssr/finish-page"
import { shortSymbols } from "./ssr/short-symbol"

interface ServerData {
  readonly nonce?: string
  readonly qwikcity?: { readonly ev?: { readonly sharedMap: Map<string, unknown> } }
}

const mapper = Object.fromEntries(
  Object.entries(manifest.mapping).map(([symbol, chunk]) => [
    symbol.slice(symbol.lastIndexOf("_") + 1),
    [shortSymbols(symbol), chunk] as const
  ])
)

/** Cookies (plugin@document.ts) make the first paint correct: theme, density, font, sidebar. */
export default async function render(options: RenderToStreamOptions) {
  const data = options.serverData as ServerData | undefined
  const shared = data?.qwikcity?.ev?.sharedMap
  const text = (name: string) => shared?.get(name) as string | undefined
  const [theme, density, font, rail, access] = ["theme", "density", "font", "rail", "access"].map(text)
  const { color = null, ...brand } = (shared?.get("brand") ?? {}) as Partial<Brand> & { readonly color?: string | null }
  let html = ""
  const result = await renderToStream(<Root />, {
    ...options,
    serverData: { ...options.serverData, ...("name" in brand ? { brand } : {}) },
    // Qwik would link every style sheet on every page; components/page-style links one.
    manifest: { mapper, manifest: { ...manifest, injections: [] }, injections: [] },
    stream: {
      write: (chunk) => {
        html += chunk
      }
    },
    // It would fetch the graph of all chunks on every page.
    preloader: false,
    containerAttributes: {
      lang: "en",
      ...(theme ? { "data-theme": theme } : {}),
      ...(density ? { "data-density": density } : {}),
      ...(font ? { "data-font": font } : {}),
      ...(rail ? { "data-rail": rail } : {}),
      ...(access ? { "data-access": access } : {}),
      ...options.containerAttributes
    }
  })
  return {
    ...result,
    html: finishPage(html, "/build/", data?.nonce, imports, color === null ? "" : accentStyle(accentsOf(color)))
  }
}
