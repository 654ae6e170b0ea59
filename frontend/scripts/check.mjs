import { frontend, installed, run } from "./runtime.mjs"

run(installed("typescript/bin/tsc"), "-p", ".")
run("--import", `${frontend}scripts/one-typescript.mjs`, installed("eslint/bin/eslint.js"), "--max-warnings", "0", ".")
