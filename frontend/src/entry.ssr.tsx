import { renderToStream, type RenderToStreamOptions } from "@builder.io/qwik/server"
import Root from "./root"

interface ServerData {
  readonly qwikcity?: { readonly ev?: { readonly sharedMap: Map<string, string> } }
}

/** Renders a page; theme, row density and the folded navigation come from cookies (plugin@document.ts), so the first paint is already right. */
export default function render(options: RenderToStreamOptions) {
  const shared = (options.serverData as ServerData | undefined)?.qwikcity?.ev?.sharedMap
  const theme = shared?.get("theme")
  const density = shared?.get("density")
  const rail = shared?.get("rail")
  return renderToStream(<Root />, {
    ...options,
    preloader: { ssrPreloads: 5, maxIdlePreloads: 6 },
    containerAttributes: {
      lang: "en",
      ...(theme ? { "data-theme": theme } : {}),
      ...(density ? { "data-density": density } : {}),
      ...(rail ? { "data-rail": rail } : {}),
      ...options.containerAttributes
    }
  })
}
