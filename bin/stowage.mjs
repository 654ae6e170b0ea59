#!/usr/bin/env node
// The operator's program: `stowage serve | migrate | bootstrap-token | …`, run by Node 24 whatever Node started this.
import { existsSync } from "node:fs"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { memoryFlags } from "./flags.mjs"
import { becomeService, install, root, runNode } from "./runtime.mjs"

const serves = process.argv[2] === "serve"
const lacks = (part) => !existsSync(path.join(root, part))

// in a fresh clone what is missing is made; a release has it all, and nothing that is there is touched
if (!lacks("package-lock.json")) {
  if (lacks("node_modules/.package-lock.json")) await install({ development: false })
  if (serves && (lacks("frontend/dist") || lacks("frontend/server-dist"))) await buildConsole()
}

// paths are meant from where it was called: npm tells, and has moved here itself
if (process.env.npm_lifecycle_event !== "stowage") process.env.INIT_CWD = process.cwd()

const main = path.join(root, "layers/commands/main.ts")
// in this folder, wherever it is called from: the default DATA_DIR, ./data, is this installation's
const args = [...memoryFlags(), main, ...process.argv.slice(2)]
process.exitCode = serves ? await becomeService(args) : await runNode(args)
