// Builds the console: icon sprites, the outline of the world, client (dist/), the page that shows PDFs, server bundle (server-dist/), precompressed files.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { frontend, installed, run } from "./runtime.mjs"

const vite = installed("vite/bin/vite.js")
const quiet = ["--logLevel", process.env.BUILD_LOG ?? "warn"]
// Qwik hands its manifest from the client's build to the server's through a file of one name in the folder for temporary files:
// two builds beside each other would take each other's
const own = mkdtempSync(path.join(tmpdir(), "stowage-build-"))
process.env.TMPDIR = process.env.TEMP = process.env.TMP = own
process.on("exit", () => rmSync(own, { recursive: true, force: true }))

run(`${frontend}scripts/icons.mjs`)
run(`${frontend}scripts/world.mjs`)
run(vite, "build", ...quiet)
run(`${frontend}scripts/pdf.mjs`)
run(vite, "build", "-c", "adapters/node/vite.config.ts", ...quiet)
run(`${frontend}scripts/compress.mjs`)
