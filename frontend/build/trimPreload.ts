import type { QwikVitePlugin } from "@builder.io/qwik/optimizer"
import type { Plugin } from "vite"

interface Bundle {
  readonly size: number
  readonly dynamicImports?: Array<string>
}

/**
 * Keeps large, rarely used chunks out of Qwik's speculative preload.
 * Qwik also warms dynamic imports, so one editor behind a tab would be fetched by every page that can reach it.
 * `limit` is the uncompressed size in bytes from which an edge of the bundle graph is cut.
 */
export const trimPreload = (limit = 24_000): Plugin => ({
  name: "trim-preload",
  configResolved(config) {
    const qwik = config.plugins.find((plugin) => plugin.name === "vite-plugin-qwik") as QwikVitePlugin | undefined
    qwik?.api.registerBundleGraphAdder((manifest) => {
      const bundles = manifest.bundles as Record<string, Bundle>
      const trimmed: Record<string, Bundle> = {}
      for (const [name, bundle] of Object.entries(bundles)) {
        const light = bundle.dynamicImports?.filter((target) => (bundles[target]?.size ?? 0) < limit)
        if (light && light.length !== bundle.dynamicImports?.length) trimmed[name] = { ...bundle, dynamicImports: light }
      }
      return trimmed
    })
  }
})
