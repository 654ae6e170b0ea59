import * as path from "node:path"
import { defineConfig } from "vitest/config"
import LongestFirst from "./bin/test/longestFirst.mjs"

const filesOf = (room: string) => `test/${room}/**/*.test.ts`
// the console's modules need its bundler's names and JSX, and one test puts another resolver in the place of Node's
const console = ["test/frontend/**/*.test.ts", "test/docs/commands.test.ts"]
const mocking = ["test/layers/outbound/Outbound.test.ts"]
const bundled = [...console, ...mocking]
// measure the processor time of one thread, to which a collection by one thread alone would add
const stalls = ["test/http/eventLoop.test.ts"]
// decisions without state: a worker keeps the modules for its next file …
const pure = ["test/domain/**/*.test.ts"]
// … as it does here, where each file has a service and a database of its own, and ends them: modules hold no state, the service's layers do.
// A project has workers of its own, which end with it: what they heap up stays below a gigabyte.
const rooms = {
  services: ["rules", "services", "streams"],
  http: ["access", "docs", "http"],
  layers: ["layers"],
  gateway: ["gateway"],
  process: ["process"],
  e2e: ["e2e"]
}
const kept = Object.values(rooms).flat().map(filesOf)
const surroundings = ["test/support/setupPostgres.ts", "test/support/setupRealGateway.ts"]

const common = {
  pool: "forks",
  // collecting by several threads costs a tenth more processor, and every core is busy
  execArgv: ["--single-threaded-gc"],
  // most files wait half of their time, for timers, locks or a gateway: of three there are two that work
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // a second, which is the default, is short on a machine that does something else too
  expect: { poll: { timeout: 10_000 } },
  // schemas are compiled here as the service compiles them
  setupFiles: ["effect/schema/SchemaJITCompiler/enable"]
} as const

// browsers wait for nobody: a file takes a core and more, with the pages it opens and the service behind them
const browsers = { maxWorkers: 2, sequence: { groupOrder: 1 } }

// imported by Node itself, as the service is: a file starts 3 s of processor earlier than through Vite
const native = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    // of the whole run
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: "whole",
          include: ["test/**/*.test.ts"],
          exclude: [...bundled, ...stalls, ...pure, ...kept],
          experimental: native,
          globalSetup: surroundings
        }
      },
      ...Object.entries(rooms).map(([name, of]) => ({
        test: {
          ...common,
          name,
          include: of.map(filesOf),
          exclude: [...bundled, ...stalls],
          experimental: native,
          isolate: false,
          globalSetup: surroundings,
          ...(name === "e2e" ? browsers : {})
        }
      })),
      {
        test: {
          ...common,
          name: "stalls",
          include: stalls,
          experimental: native,
          execArgv: [],
          globalSetup: surroundings
        }
      },
      { test: { ...common, name: "pure", include: pure, experimental: native, isolate: false } },
      {
        // the console's own name for its sources
        resolve: { alias: { "~": path.resolve(import.meta.dirname, "frontend/src") } },
        test: { ...common, name: "console", include: console, isolate: false }
      },
      { test: { ...common, name: "mocking", include: mocking } }
    ]
  }
})
