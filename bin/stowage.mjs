#!/usr/bin/env node
// The operator's program: `stowage serve | migrate | bootstrap-token | …`, run by Node 24 whatever Node started this.
import path from "node:path"
import { memoryFlags } from "./flags.mjs"
import { root, runNode } from "./runtime.mjs"

// paths are meant from where it was called: npm tells, and has moved here itself
if (process.env.npm_lifecycle_event !== "stowage") process.env.INIT_CWD = process.cwd()

const main = path.join(root, "layers/commands/main.ts")
// in this folder, wherever it is called from: the default DATA_DIR, ./data, is this installation's
process.exitCode = await runNode([...memoryFlags(), main, ...process.argv.slice(2)])
