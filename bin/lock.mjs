// npm run lock: gives every package of the lock file its address at the public registry, which npm replaces with that of the registry it is set to.
// With an address npm takes what is in its cache without a request; without one it asks for the list of versions first, then for the package.
// To be run after `npm install <package>`, which leaves the addresses out (.npmrc), so that no private registry's address is recorded.
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root } from "./runtime.mjs"

const file = path.join(root, "package-lock.json")
const lock = JSON.parse(readFileSync(file, "utf8"))

const address = (place, { name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length), version }) =>
  `https://registry.npmjs.org/${name}/-/${name.split("/").at(-1)}-${version}.tgz`

for (const [place, entry] of Object.entries(lock.packages)) {
  if (entry.link || !place.includes("node_modules/")) continue
  // the order in which npm writes them
  const { name, resolved, version, ...others } = entry
  lock.packages[place] = { ...(name === undefined ? {} : { name }), version, resolved: address(place, entry), ...others }
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
