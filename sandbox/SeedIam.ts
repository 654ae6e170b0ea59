import { attachable } from "./IamPolicyOps.ts"
import type { Store } from "./Store.ts"
import { defaultUser, newAccessKey, newSecret } from "./Users.ts"

const allow = (actions: ReadonlyArray<string>, resources: ReadonlyArray<string>): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: actions, Resource: resources }] })

const people: ReadonlyArray<readonly [name: string, path: string, group: string | null]> = [
  ["ada", "/staff/", "analysts"],
  ["grace", "/staff/", "analysts"],
  ["linus", "/staff/", "operators"],
  ["backup-job", "/services/", null],
  ["old-intern", "/", null]
]

export const seedIam = (store: Store, account: string): void => {
  if (store.iam.groups.count(account) > 0 || store.iam.roles.count(account) > 0) return
  for (const name of ["analysts", "operators"])
    store.iam.groups.save(account, { id: store.iam.newId(), name, path: "/" })
  for (const [name, path, group] of people) {
    const { uid } = store.users.save({
      ...defaultUser,
      uid: store.iam.newId(),
      account,
      email: "",
      display_name: name,
      path,
      created: Date.now()
    })
    if (name !== "old-intern")
      store.users.saveKey({ access_key: newAccessKey(), uid, secret: newSecret(), active: true })
    const joined = group === null ? undefined : store.iam.groups.get(account, group)
    if (joined !== undefined) store.iam.join(joined.id, uid)
    if (name === "backup-job")
      store.iam.putPolicy(
        `users:${uid}`,
        "inline",
        "backups",
        allow(["s3:PutObject", "s3:GetObject"], ["arn:aws:s3:::sample-documents/backups/*"])
      )
  }
  const holder = (group: string) => `groups:${store.iam.groups.get(account, group)?.id ?? ""}`
  store.iam.putPolicy(
    holder("analysts"),
    "inline",
    "figures",
    allow(
      ["s3:ListBucket", "s3:GetObject"],
      ["arn:aws:s3:::sample-documents", "arn:aws:s3:::sample-documents/figures/*"]
    )
  )
  for (const name of attachable.filter((one) => one === "AmazonS3FullAccess" || one === "IAMReadOnlyAccess"))
    store.iam.putPolicy(holder("operators"), "attached", name, "")
  const trust = JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: { AWS: [`arn:aws:iam::${account}:root`] }, Action: ["sts:AssumeRole"] }]
  })
  const role = { path: "/", created: Date.now(), max_session: 3600, trust }
  const reader = { ...role, id: store.iam.newId(), name: "reader", description: "Reads what reports are made of" }
  store.iam.roles.save(account, reader)
  store.iam.putPolicy(`roles:${reader.id}`, "attached", "AmazonS3ReadOnlyAccess", "")
  store.iam.roles.save(account, {
    ...role,
    id: store.iam.newId(),
    name: "importer",
    description: "Writes nightly imports",
    max_session: 7200
  })
}
