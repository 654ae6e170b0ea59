import { defineConfig } from "vitest/config"

/** A run of one test that starts real parts and never ends, for test/harness/EndedRun.test.ts. */
export default defineConfig({
  root: new URL("../../..", import.meta.url).pathname,
  test: {
    include: ["test/harness/endless/endless.ts"],
    pool: "forks",
    testTimeout: 600_000,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ["test/support/setupPostgres.ts", "test/support/setupRealGateway.ts"]
  }
})
