// Builds the console: icon sprite, client (dist/), server bundle (server-dist/), precompressed files.
import { frontend, installed, run } from "./runtime.mjs"

const vite = installed("vite/bin/vite.js")
const quiet = ["--logLevel", process.env.BUILD_LOG ?? "warn"]
run(`${frontend}scripts/icons.mjs`)
run(vite, "build", ...quiet)
run(vite, "build", "-c", "adapters/node/vite.config.ts", ...quiet)
run(`${frontend}scripts/compress.mjs`)
