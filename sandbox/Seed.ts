import { Readable } from "node:stream"
import { defaultAccount, newAccountId } from "./Accounts.ts"
import { capTypes } from "./AdminCaps.ts"
import { emptyDoc } from "./Objects.ts"
import type { Store } from "./Store.ts"
import { defaultUser, newAccessKey, newSecret } from "./Users.ts"

const adminUid = "sandbox-admin"
const accountNames = ["sample", "second"]

export interface SeededAccount {
  readonly id: string
  readonly name: string
  readonly rootUid: string
  readonly accessKey: string
  readonly secretKey: string
}
interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
}

const keyOf = (store: Store, uid: string): Credentials => {
  const known = store.users.keysOf(uid).find((key) => key.active)
  if (known !== undefined) return { accessKey: known.access_key, secretKey: known.secret }
  const fresh = { accessKey: newAccessKey(), secretKey: newSecret() }
  store.users.saveKey({ access_key: fresh.accessKey, uid, secret: fresh.secretKey, active: true })
  return fresh
}

export const ensureAdmin = (store: Store): Credentials => {
  if (store.users.byUid(adminUid) === undefined) {
    const caps = capTypes.map((type) => ({ type, perm: "*" }))
    store.users.save({
      ...defaultUser,
      uid: adminUid,
      account: "",
      email: "",
      display_name: "Sandbox administrator",
      caps,
      created: Date.now()
    })
  }
  return keyOf(store, adminUid)
}

export const ensureAccounts = (store: Store): ReadonlyArray<SeededAccount> =>
  accountNames.map((name) => {
    const account =
      store.accounts.byName(name) ??
      store.accounts.save({ ...defaultAccount, id: newAccountId(), name, email: "", tenant: "", max_buckets: 5000 })
    const rootUid = `${name}-root`
    if (store.users.byUid(rootUid) === undefined) {
      store.users.save({
        ...defaultUser,
        uid: rootUid,
        account: account.id,
        email: "",
        display_name: rootUid,
        root: true,
        created: Date.now()
      })
    }
    return { id: account.id, name, rootUid, ...keyOf(store, rootUid) }
  })

const samples: Readonly<Record<string, ReadonlyArray<readonly [key: string, type: string, text: string]>>> = {
  "sample-documents": [
    ["readme.txt", "text/plain", "This bucket lives in the sandbox gateway. Change it as you like.\n"],
    ["minutes/2026/january.md", "text/markdown", "# January\n\n- Buckets were counted.\n"],
    ["minutes/2026/february.md", "text/markdown", "# February\n\n- Buckets were counted again.\n"],
    ["figures/usage.csv", "text/csv", "month,bytes\n2026-01,1024\n2026-02,2048\n"],
    ["figures/usage.json", "application/json", '{"2026-01": 1024, "2026-02": 2048}\n']
  ],
  "sample-pictures": [
    [
      "circle.svg",
      "image/svg+xml",
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>'
    ],
    [
      "shapes/square.svg",
      "image/svg+xml",
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    ]
  ],
  "sample-versions": [
    ["draft.txt", "text/plain", "First draft.\n"],
    ["draft.txt", "text/plain", "Second draft, longer than the first.\n"]
  ],
  "sample-empty": []
}

export const seedSamples = async (store: Store, accounts: ReadonlyArray<SeededAccount>): Promise<void> => {
  const owner = accounts[0]?.id
  if (owner === undefined || store.buckets.all().length > 0) return
  for (const [name, objects] of Object.entries(samples)) {
    store.buckets.create({ tenant: "", name, owner, lock: false })
    const made = store.buckets.byName("", name)
    if (made !== undefined && name === "sample-versions") store.buckets.update(made.id, { versioning: "enabled" })
    for (const [key, type, text] of objects) {
      const bucket = store.buckets.byName("", name)
      if (bucket === undefined) continue
      const { md5, part } = await store.blobs.write(Readable.from([Buffer.from(text)]) as AsyncIterable<Buffer>)
      store.objects.put(
        bucket,
        { key, size: part.to, etag: md5, doc: { ...emptyDoc, headers: { "content-type": type } }, parts: [part] },
        () => undefined
      )
    }
  }
}
