// A reporter of vitest for bin/test.mjs: leaves a file where an error came outside every test, which its report of tests does not tell.
import { writeFileSync } from "node:fs"

export default class Strays {
  onTestRunEnd(_modules, errors) {
    if (errors.length > 0) writeFileSync(process.env.STOWAGE_STRAYS, String(errors.length))
  }
}
