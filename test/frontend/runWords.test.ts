import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { runWords } from "../../frontend/src/features/platform/runs/run.ts"

const services = path.resolve(import.meta.dirname, "../../services")
const kinds = readdirSync(services, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("Kind.ts"))
  .flatMap((file) => [
    ...readFileSync(path.join(services, file), "utf8").matchAll(
      /^(?:export const \w+ = | {2}"(?:cluster-admin|storage-ops)": )"([a-z]+(?:_[a-z]+)+)"/gm
    )
  ])
  .map(([, kind = ""]) => kind)

it("each kind of long work has words of its own, and an unknown one is not taken for another", () => {
  assert.includeMembers(kinds, ["key_rotation", "bucket_change", "cluster_bucket_change", "bucket_migration"])
  const unknown = runWords({ kind: "of_a_newer_release" })
  assert.strictEqual(unknown.doing, "Working on")
  for (const kind of kinds) assert.notStrictEqual(runWords({ kind }), unknown, kind)
})
