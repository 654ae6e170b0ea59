import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"

const [acme, globex] = ["RGW1", "RGW2"]
export const owner = acme
export const callers = {
  root: { kind: "account_root", account: acme },
  alice: { kind: "iam_user", account: acme, name: "alice" },
  bob: { kind: "iam_user", account: globex, name: "bob" },
  root2: { kind: "account_root", account: globex },
  plain: { kind: "plain_user", uid: "plain" },
  anybody: { kind: "anonymous" }
} satisfies Record<string, AccessPrincipal>
export type Who = keyof typeof callers
export const everyone = Object.keys(callers) as ReadonlyArray<Who>

const [aliceArn, plainArn] = [`arn:aws:iam::${acme}:user/alice`, "arn:aws:iam:::user/plain"]
const objects = "arn:aws:s3:::data/*"
const get = "s3:GetObject"
type Statement = Readonly<Record<string, unknown>>
const allowFor = (principal: unknown): ReadonlyArray<Statement> => [
  { Effect: "Allow", Principal: principal, Action: get, Resource: objects }
]
const allow = (part: Statement): ReadonlyArray<Statement> => [
  { Effect: "Allow", Principal: "*", Resource: objects, Action: get, ...part }
]
const deny = (part: Statement): ReadonlyArray<Statement> => [
  { Effect: "Deny", Principal: "*", Resource: objects, ...part }
]
const everything: ReadonlyArray<Statement> = [{ Effect: "Allow", Action: "s3:*", Resource: "*" }]
const admin = `arn:aws:iam::${acme}:user/admin`

/** Answers of RGW 20.2.4 to GET over HTTP from 127.0.0.1; identity policy: `s3:*` everywhere. Status by caller. */
export const recorded: ReadonlyArray<
  readonly [name: string, policy: ReadonlyArray<Statement>, withIdentity: ReadonlyArray<Who>, answers: string]
> = [
  ["no policy", [], [], "200 403 403 403 403 403"],
  ["the own account's root", allowFor({ AWS: `arn:aws:iam::${acme}:root` }), [], "200 200 403 403 403 403"],
  ["a user of the account", allowFor({ AWS: aliceArn }), [], "200 200 403 403 403 403"],
  ["another account's root", allowFor({ AWS: `arn:aws:iam::${globex}:root` }), [], "200 403 403 200 403 403"],
  [
    "another account's root, whose user has a policy",
    allowFor({ AWS: `arn:aws:iam::${globex}:root` }),
    ["bob"],
    "200 403 200 200 403 403"
  ],
  ["no policy, and another account's user has one", [], ["bob"], "200 403 403 403 403 403"],
  [
    "Deny NotPrincipal with the root",
    [
      { Effect: "Deny", NotPrincipal: { AWS: [admin, `arn:aws:iam::${acme}:root`] }, Action: "s3:*", Resource: objects }
    ],
    ["alice"],
    "200 200 403 403 403 403"
  ],
  [
    "Deny NotPrincipal without the root",
    [{ Effect: "Deny", NotPrincipal: { AWS: [admin] }, Action: get, Resource: objects }],
    ["alice"],
    "403 403 403 403 403 403"
  ],
  ["Deny for everybody", deny({ Action: get }), ["alice"], "403 403 403 403 403 403"],
  ["a user in no account", allowFor({ AWS: plainArn }), ["alice"], "200 200 403 403 200 403"],
  ["everybody", allowFor("*"), ["alice"], "200 200 403 200 200 200"],
  [
    "everybody from elsewhere",
    allow({ Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }),
    ["alice"],
    "200 200 403 403 403 403"
  ],
  [
    "everybody without TLS",
    allow({ Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    [],
    "200 403 403 403 403 403"
  ],
  [
    "Allow NotAction",
    [{ Effect: "Allow", Principal: "*", NotAction: "s3:PutObject", Resource: objects }],
    [],
    "200 403 403 403 403 403"
  ],
  [
    "any user agent",
    allow({ Condition: { StringLike: { "aws:UserAgent": "*" } } }),
    ["alice"],
    "200 200 403 200 200 200"
  ],
  [
    "a key that nobody knows",
    allow({ Condition: { StringEquals: { "aws:Nope": "1" } } }),
    [],
    "200 403 403 403 403 403"
  ],
  ["Deny NotAction", deny({ NotAction: "s3:PutObject" }), ["alice"], "200 200 403 403 403 403"],
  [
    "Deny BoolIfExists without TLS",
    deny({ Action: "s3:*", Condition: { BoolIfExists: { "aws:SecureTransport": "false" } } }),
    ["alice"],
    "403 403 403 403 403 403"
  ],
  [
    "Deny Null",
    deny({ Action: "s3:*", Condition: { Null: { "aws:SecureTransport": "true" } } }),
    ["alice"],
    "403 403 403 403 403 403"
  ],
  [
    "Deny StringNotEquals of a missing key",
    deny({ Action: "s3:*", Condition: { StringNotEquals: { "aws:SecureTransport": "true" } } }),
    ["alice"],
    "200 200 403 403 403 403"
  ],
  [
    "Deny NotResource",
    [{ Effect: "Deny", Principal: "*", Action: get, NotResource: "arn:aws:s3:::other/*" }],
    ["alice"],
    "403 403 403 403 403 403"
  ],
  [
    "Allow NotResource",
    [{ Effect: "Allow", Principal: "*", Action: get, NotResource: "arn:aws:s3:::other/*" }],
    ["alice"],
    "200 200 403 200 200 200"
  ],
  [
    "Deny NotIpAddress",
    deny({ Action: "s3:*", Condition: { NotIpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }),
    ["alice"],
    "403 403 403 403 403 403"
  ],
  [
    "a date",
    allow({ Condition: { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00:00Z" } } }),
    ["alice"],
    "200 200 403 200 200 200"
  ],
  ["an account by its id", allow({ Principal: { AWS: globex } }), ["alice"], "200 200 403 200 403 403"],
  ["an action in lower case", allow({ Action: "s3:getobject" }), ["alice"], "200 200 403 200 200 200"],
  [
    "two keys of one operator",
    allow({ Condition: { StringLike: { "aws:UserAgent": "*", "aws:Referer": "x*" } } }),
    ["alice"],
    "200 200 403 403 403 403"
  ]
]
export const identityPolicy = everything
