import { nodeServerAdapter } from "@builder.io/qwik-city/adapters/node-server/vite"
import { extendConfig } from "@builder.io/qwik-city/vite"
import baseConfig from "../../vite.config"
import { clientManifest } from "./clientManifest"

export default extendConfig(baseConfig, () => ({
  // A self-contained server bundle: what runs needs no frontend node_modules.
  ssr: { noExternal: true },
  // V8 keeps a source in two bytes a letter once one of them is beyond Latin-1
  esbuild: { charset: "ascii" },
  build: {
    ssr: true,
    outDir: "server-dist",
    rollupOptions: { input: ["src/entry.node.tsx", "@qwik-city-plan"] }
  },
  plugins: [clientManifest(), nodeServerAdapter({ name: "node", ssg: null })]
}))
