import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root, say } from "../runtime.mjs"
import { tarGz } from "./archive.mjs"
import { contents } from "./contents.mjs"

const releaseTime = () => {
  const epoch = process.env.SOURCE_DATE_EPOCH
  if (epoch !== undefined && epoch !== "") return Number(epoch)
  try {
    return Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"]
      })
    )
  } catch {
    // not a clone
    return 0
  }
}

const out = path.resolve(process.argv[2] ?? "")
const seconds = releaseTime()
const { bill, entries, packages, product } = contents(root, seconds)
const name = `${product.name}-${product.version}`
const archive = tarGz(
  entries.map((entry) => ({ ...entry, name: `${name}/${entry.name}` })),
  seconds
)
const sum = createHash("sha256").update(archive).digest("hex")
const unpacked = entries.reduce((total, { data }) => total + data.length, 0)

mkdirSync(out, { recursive: true })
writeFileSync(path.join(out, `${name}.tar.gz`), archive)
writeFileSync(path.join(out, `${name}.tar.gz.sha256`), `${sum}  ${name}.tar.gz\n`)
writeFileSync(path.join(out, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
say(
  `${path.join(out, name)}.tar.gz: ${packages} packages, ${(unpacked / 1e6).toFixed(0)} MB unpacked, ` +
    `${(archive.length / 1e6).toFixed(0)} MB packed`
)
process.stdout.write(`${sum}  ${path.join(out, name)}.tar.gz\n`)
