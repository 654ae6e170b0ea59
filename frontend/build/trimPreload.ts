import type { QwikVitePlugin } from "@builder.io/qwik/optimizer"
import type { Plugin } from "vite"

interface Bundle {
  readonly size: number
  readonly origins?: ReadonlyArray<string>
  readonly dynamicImports?: Array<string>
}

/** What stands behind a choice that few make: fetched when it is made. */
const BEHIND_A_CHOICE = /src\/(features\/sign-in\/(ldap-form|s3-form|oidc-button|focus-field|sign-in-dialog)\.tsx_|components\/(palette|operations)\/)/

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
      const wanted = (name: string) =>
        (bundles[name]?.size ?? 0) < limit && !(bundles[name]?.origins ?? []).some((origin) => BEHIND_A_CHOICE.test(origin))
      const trimmed: Record<string, Bundle> = {}
      for (const [name, bundle] of Object.entries(bundles)) {
        const light = bundle.dynamicImports?.filter(wanted)
        if (light && light.length !== bundle.dynamicImports?.length) trimmed[name] = { ...bundle, dynamicImports: light }
      }
      return trimmed
    })
  }
})
