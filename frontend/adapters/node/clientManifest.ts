import type { QwikManifest, QwikVitePlugin } from "@builder.io/qwik/optimizer"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Plugin, Rollup } from "vite"

const manifestFile = fileURLToPath(new URL("../../dist/q-manifest.json", import.meta.url))
const sources = fileURLToPath(new URL("../../src/", import.meta.url))

const NEEDS_MANIFEST = /@qwik-(client-manifest|city-plan)$|^\0virtual:chunk-imports$/

/** Without a parent (scripts/build.mjs) that reports the built client, resolves immediately. */
const clientBuilt = (): Promise<unknown> =>
  process.channel ? new Promise((resolve) => process.once("message", resolve)) : Promise.resolve()

const loadAll = async (
  context: Rollup.PluginContext,
  module: Rollup.ResolvedId | null,
  seen: Set<string>
): Promise<void> => {
  if (module === null || module.external || NEEDS_MANIFEST.test(module.id) || seen.has(module.id)) return
  seen.add(module.id)
  const { dynamicallyImportedIdResolutions, importedIdResolutions } = await context.load({
    ...module,
    resolveDependencies: true
  })
  await Promise.all(
    [...importedIdResolutions, ...dynamicallyImportedIdResolutions].map((next) => loadAll(context, next, seen))
  )
}

/** Builds the server bundle concurrently with the client: modules that need the client's manifest wait for it. */
export const clientManifest = (): Plugin => {
  let known: Promise<void> | undefined
  return {
    name: "client-manifest",
    apply: "build",
    configResolved({ plugins }) {
      const qwik = plugins.find(({ name }) => name === "vite-plugin-qwik") as QwikVitePlugin
      known = clientBuilt().then(() => {
        const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as QwikManifest
        qwik.api.getOptions().manifestInput = manifest
        // Qwik City's route plan reads this
        Object.assign(globalThis, { QWIK_MANIFEST: manifest })
      })
    },
    load: {
      // before Qwik's own plugins, which resolve without the manifest
      order: "pre",
      async handler(id) {
        if (!NEEDS_MANIFEST.test(id)) return null
        if (id.endsWith("@qwik-city-plan")) {
          const seen = new Set<string>()
          const routes = globSync("routes/**/{index,layout}.tsx", { cwd: sources }).map((file) =>
            this.resolve(`${sources}${file}`)
          )
          await Promise.all(routes.map(async (route) => loadAll(this, await route, seen)))
        }
        await known
        return null
      }
    }
  }
}
