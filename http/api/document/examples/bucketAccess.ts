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
      statement: "“StowageAccessList”",
      grant: null,
      until: null,
      expired: false,
      rights: ["list", "read"],
      revocable: true
    }
  ],
  since: null,
  until: null,
  unknown: [],
  notes: ["What its policies give to each member"]
}

const give = {
  action: "give",
  recipient: { kind: "iam_group", name: "analysts" },
  prefix: "2026/",
  level: "read",
  until: null
}
const statements = [
  {
    Sid: "List",
    Effect: "Allow",
    Action: ["s3:ListBucket"],
    Resource: "arn:aws:s3:::measurements",
    Condition: { StringLike: { "s3:prefix": ["2026/", "2026/*"] } }
  },
  { Sid: "Objects", Effect: "Allow", Action: ["s3:GetObject"], Resource: "arn:aws:s3:::measurements/2026/*" }
]
const policy = "stowage-access-measurements-7c1d3f0b5a9e2468"
const plan = {
  hash: "b1946ac92492d2347c6235b4d2611184",
  sentence: "Members of IAM group analysts can list and read folder 2026/ of bucket measurements.",
  steps: [
    {
      target: "inline_policy",
      name: policy,
      sentence: `IAM group analysts gets the inline policy ${policy}.`,
      before: null,
      after: JSON.stringify({ Version: "2012-10-17", Statement: statements })
    }
  ],
  notes: []
}

export const bucketAccess = {
  GiveAccess: give,
  RevokeAccess: { action: "revoke", holder: { entity: "groups", name: "analysts" }, name: policy },
  AccessChange: give,
  ApplyAccessChange: { change: give, plan_hash: plan.hash },
  AccessPlan: plan,
  BucketAccessFrame: { id: "2", event: "progress", data: JSON.stringify({ evaluated: 40, complete: false }) },
  AccessEntry: entry,
  BucketAccessList: {
    bucket: "measurements",
    prefix: "",
    items: [entry],
    unknown: [{ part: "IAM roles", why: "The gateway did not answer in time" }]
  }
}
