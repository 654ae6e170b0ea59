// Builds the console: icon sprites, the outline of the world, client (dist/), the page that shows PDFs, server bundle (server-dist/), precompressed files.
// The server bundle is built beside the client and waits for its manifest where it needs it (adapters/node/clientManifest.ts).
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { frontend, installed, start } from "./runtime.mjs"

const vite = installed("vite/bin/vite.js")
const quiet = ["--logLevel", process.env.BUILD_LOG ?? "warn"]
// Qwik hands its manifest from the client's build to the server's through a file of one name in the folder for temporary files:
// two builds beside each other would take each other's
const own = mkdtempSync(path.join(tmpdir(), "stowage-build-"))
process.env.TMPDIR = process.env.TEMP = process.env.TMP = own

const running = new Set()
const end = () => {
  for (const child of running) child.kill()
  rmSync(own, { recursive: true, force: true })
}
process.on("exit", end)
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1))

/** Starts a step; `done` is fulfilled when it ends well, and says how long it took. The whole build ends with a step that fails. */
const step = (name, ...command) => {
  const began = Date.now()
  const child = start(...command)
  running.add(child)
  const done = new Promise((resolve) => {
    child.once("exit", (code) => {
      running.delete(child)
      if (code !== 0) process.exit(code ?? 1)
      process.stderr.write(`  ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
      resolve()
    })
  })
  return { child, done }
}

rmSync(`${frontend}dist`, { recursive: true, force: true })
await Promise.all([import("./icons.mjs"), import("./world.mjs")])
const server = step("server", vite, "build", "-c", "adapters/node/vite.config.ts", ...quiet)
const client = step("client", vite, "build", "--emptyOutDir", "false", ...quiet)
const pdf = step("page of PDFs", `${frontend}scripts/pdf.mjs`)
await client.done
server.child.send("client built")
await pdf.done
const compression = step("compression", `${frontend}scripts/compress.mjs`)
await server.done
compression.child.send("server built")
await compression.done
