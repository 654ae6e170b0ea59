import * as path from "node:path"
import { defineConfig } from "vitest/config"

export default defineConfig({
  // the console's own name for its sources
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "frontend/src") } },
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // the machine's cores are shared with PostgreSQL, and later with a gateway and a browser
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // a second, which is the default, is short on a machine that does something else too
    expect: { poll: { timeout: 10_000 } },
    // schemas are compiled here as the service compiles them
    setupFiles: ["effect/schema/SchemaJITCompiler/enable"],
    globalSetup: ["test/support/setupPostgres.ts", "test/support/setupRealGateway.ts"]
  }
})
