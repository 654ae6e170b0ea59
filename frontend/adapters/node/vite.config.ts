import { nodeServerAdapter } from "@builder.io/qwik-city/adapters/node-server/vite"
import { extendConfig } from "@builder.io/qwik-city/vite"
import baseConfig from "../../vite.config"
import { clientManifest } from "./clientManifest"

export default extendConfig(baseConfig, () => ({
  // Production needs no frontend node_modules.
  ssr: { noExternal: true },
  // V8 stores a source in two bytes per character if any is beyond Latin-1
  esbuild: { charset: "ascii" },
  build: {
    ssr: true,
    outDir: "server-dist",
    rollupOptions: { input: ["src/entry.node.tsx", "@qwik-city-plan"] }
  },
  plugins: [clientManifest(), nodeServerAdapter({ name: "node", ssg: null })]
}))
