const everywhere = (state: "yes" | "no") => ({ state, only: [], except: [] })
const inFolder = { state: "yes", only: ["2026/*"], except: [] }

const entry = {
  id: "groups:analysts",
  kind: "iam_group",
  name: "analysts",
  detail: "arn:aws:iam::RGW00000000000000012:group/analysts",
  rights: {
    list: inFolder,
    read: inFolder,
    write: everywhere("no"),
    delete: everywhere("no"),
    administer: everywhere("no")
  },
  routes: [
    {
      via: "identity_policy",
      effect: "Allow",
      name: "stowage-access-measurements-5f1c2a9e",
      holder: { entity: "groups", name: "analysts" },
      statement: "“StowageAccess”",
      until: null,
      rights: ["list", "read"],
      revocable: true
    }
  ],
  since: null,
  until: null,
  unknown: [],
  notes: ["What its policies give to each member"]
}

export const bucketAccess = {
  BucketAccessFrame: { id: "2", event: "progress", data: JSON.stringify({ evaluated: 40, complete: false }) },
  AccessEntry: entry,
  BucketAccessList: {
    bucket: "measurements",
    prefix: "",
    items: [entry],
    unknown: [{ part: "IAM roles", why: "The gateway did not answer in time" }]
  }
}
