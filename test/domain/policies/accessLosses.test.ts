import { assert, describe, it } from "@effect/vitest"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import type { PolicyDialect } from "#domain/buckets/policies/Policy.ts"
import { findAccessLosses, type LossQuestion, type SavingIdentity } from "#domain/buckets/policies/findAccessLosses.ts"
import { unreadRule } from "#domain/buckets/policies/accessRulesOf.ts"

const account = "RGW11111111111111111"
const arn = "arn:aws:s3:::data"
const everything = { Effect: "Deny", Principal: "*", Action: "s3:*", Resource: [arn, `${arn}/*`] }
const policy = (...statements: ReadonlyArray<object>) =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements })
const allowsAll = {
  name: "all",
  document: JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] })
}

const known = (principal: AccessPrincipal, ...documents: SavingIdentity["policies"]["documents"]): SavingIdentity => ({
  principal,
  policies: { documents, unread: [] }
})
const root = known({ kind: "account_root", account, uid: "acme-root" })
const plain = known({ kind: "plain_user", uid: "plain" })
const user = known({ kind: "iam_user", account, name: "team/bob", uid: "bob-id" }, allowsAll)
const unread = { part: "identity_policy" as const, why: "the caller's own policies could not be read" }
const closedUser: SavingIdentity = { ...user, policies: { documents: [], unread: [unread] } }
const nobodyKnows: SavingIdentity = { principal: null, policies: { documents: [], unread: [unread] } }

const none = { policy: null, public_access_block: null, acl: null, unread: [] }
const losses = (
  identity: SavingIdentity,
  before: string | null,
  after: string | null,
  more: Partial<LossQuestion> & { readonly dialect?: PolicyDialect } = {}
) =>
  findAccessLosses({
    bucket: "data",
    dialect: "rgw",
    owner: identity === plain ? "plain" : account,
    tls: true,
    identity,
    before: { ...none, policy: before },
    after: { ...none, policy: after },
    ...more
  })
const said = (...asked: Parameters<typeof losses>) =>
  losses(...asked).map(({ access, certain }) => (certain ? access : `${access}?`))

const ofPolicy = ["read_policy", "change_policy", "remove_policy"]
const ofObjects = ["list_objects", "read_objects", "write_objects"]
const maybe = (names: ReadonlyArray<string>) => names.map((name) => `${name}?`)
const elsewhere = { ...everything, Condition: { NotIpAddress: { "aws:SourceIp": "10.1.2.0/24" } } }

describe("access that the identity loses which saves a policy", () => {
  const cases: ReadonlyArray<
    readonly [name: string, statement: object, root: ReadonlyArray<string>, user: ReadonlyArray<string>]
  > = [
    ["a Deny of everything", everything, ofObjects, [...ofPolicy, ...ofObjects]],
    [
      "a Deny of the policy's actions",
      { ...everything, Action: ["s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy"] },
      [],
      ofPolicy
    ],
    ["a Deny of changing it", { ...everything, Action: "s3:PutBucketPolicy" }, [], ["change_policy"]],
    [
      "a Deny of everybody but a stranger",
      { ...everything, Principal: undefined, NotPrincipal: { AWS: "arn:aws:iam::RGW22222222222222222:root" } },
      ofObjects,
      [...ofPolicy, ...ofObjects]
    ],
    [
      "a Deny of everybody but the user",
      { ...everything, Principal: undefined, NotPrincipal: { AWS: `arn:aws:iam::${account}:user/team/bob` } },
      ofObjects,
      []
    ],
    [
      "a Deny of the user alone",
      { ...everything, Principal: { AWS: `arn:aws:iam::${account}:user/team/bob` } },
      [],
      [...ofPolicy, ...ofObjects]
    ],
    ["a Deny outside a network", elsewhere, maybe(ofObjects), maybe([...ofPolicy, ...ofObjects])],
    [
      "a Deny by the caller's own name",
      { ...everything, Condition: { StringEquals: { "aws:username": "bob-id" } } },
      [],
      [...ofPolicy, ...ofObjects]
    ],
    [
      "a Deny of uploads without encryption",
      { ...everything, Action: "s3:PutObject", Condition: { Null: { "s3:x-amz-server-side-encryption": "true" } } },
      [],
      []
    ],
    [
      "a Deny of reading one folder",
      { ...everything, Action: "s3:GetObject", Resource: `${arn}/secret/*` },
      ["read_objects"],
      ["read_objects"]
    ],
    [
      "a Deny of everything in folders by a class of letters",
      { ...everything, Resource: `${arn}/[a-c]?/*.txt` },
      ["read_objects", "write_objects"],
      ["read_objects", "write_objects"]
    ],
    [
      "a Deny of one folder for a stranger",
      {
        ...everything,
        Principal: { AWS: "arn:aws:iam::RGW22222222222222222:root" },
        Resource: `${arn}/secret/*`
      },
      [],
      []
    ],
    [
      "a Deny of one folder outside a network",
      { ...elsewhere, Action: "s3:PutObject", Resource: `${arn}/secret/*` },
      ["write_objects?"],
      ["write_objects?"]
    ],
    [
      "a Deny that never applies on RGW",
      { ...everything, Condition: { Bool: { "aws:SecureTransport": "false" } } },
      [],
      []
    ],
    ["an Allow", { ...everything, Effect: "Allow" }, [], []]
  ]
  for (const [name, statement, ofRoot, ofUser] of cases) {
    it(`${name}: the account's root user, the user in no account, and an IAM user`, () => {
      assert.deepStrictEqual(said(root, null, policy(statement)), ofRoot)
      // where a connection saves, only the ACL names the owner
      if (!JSON.stringify(statement).includes(account))
        assert.deepStrictEqual(said(plain, null, policy(statement)), ofRoot)
      assert.deepStrictEqual(said(user, null, policy(statement)), ofUser)
      assert.deepStrictEqual(
        said(user, policy(statement), policy(statement)),
        [],
        "what is lost already is not lost by the edit"
      )
      assert.deepStrictEqual(said(user, policy(statement), null), [], "nothing is lost by taking it away")
    })
  }

  it("a Deny without TLS hits an http connection, and is unknown where TLS may end earlier", () => {
    const insecure = policy({ ...everything, Condition: { BoolIfExists: { "aws:SecureTransport": "false" } } })
    assert.deepStrictEqual(said(root, null, insecure, { tls: false }), ofObjects)
    assert.deepStrictEqual(said(root, null, insecure), maybe(ofObjects))
    const onAws = policy({ ...everything, Condition: { Bool: { "aws:SecureTransport": "false" } } })
    assert.deepStrictEqual(said(user, null, onAws, { dialect: "aws", tls: false }), [...ofPolicy, ...ofObjects])
  })

  it("an Allow taken away is a loss of whoever lived by it", () => {
    const allowed = policy({
      ...everything,
      Effect: "Allow",
      Principal: { AWS: `arn:aws:iam::${account}:user/team/bob` }
    })
    assert.deepStrictEqual(said({ ...user, policies: { documents: [], unread: [] } }, allowed, null), [
      ...ofPolicy,
      ...ofObjects
    ])
    assert.deepStrictEqual(
      said(closedUser, allowed, null),
      maybe([...ofPolicy, ...ofObjects]),
      "its own policies may allow it"
    )
    assert.deepStrictEqual(said(user, allowed, null), [])
  })

  it("a Deny is certain despite unknown identity policies; a condition stays unknown", () => {
    assert.deepStrictEqual(said(closedUser, null, policy(everything)), [...ofPolicy, ...ofObjects])
    assert.deepStrictEqual(said(closedUser, null, policy(elsewhere)), maybe([...ofPolicy, ...ofObjects]))
  })

  it("an Allow of one folder taken away is a loss of whoever used it, also where it is named by a variable", () => {
    const bob = `arn:aws:iam::${account}:user/team/bob`
    const folder = policy({
      Effect: "Allow",
      Principal: { AWS: bob },
      Action: "s3:GetObject",
      Resource: `${arn}/bob/*`
    })
    const closed = { ...user, policies: { documents: [], unread: [] } }
    assert.deepStrictEqual(said(closed, folder, null), ["read_objects"])
    const home = policy({ ...everything, Resource: `${arn}/home/\${aws:username}/*` })
    assert.deepStrictEqual(said(user, null, home, { dialect: "aws" }), ["read_objects", "write_objects"])
  })

  it("keys of which nobody knows whose they are may be the root user's or any user's whom the policy names", () => {
    assert.deepStrictEqual(said(nobodyKnows, null, policy(everything)), [...maybe(ofPolicy), ...ofObjects])
    const named = policy({ ...everything, Principal: { AWS: `arn:aws:iam::${account}:user/alice` } })
    assert.deepStrictEqual(said(nobodyKnows, null, named), maybe([...ofPolicy, ...ofObjects]))
    assert.deepStrictEqual(said(nobodyKnows, null, policy({ ...everything, Effect: "Allow" })), [])
    const [first] = losses(nobodyKnows, null, policy(everything))
    assert.match(
      first?.why ?? "",
      /might no longer read the bucket's policy: the gateway does not tell whose keys they are/
    )
  })

  it("an ACL that could not be read leaves a Deny certain and a condition unknown", () => {
    const without = (text: string | null) => ({ ...none, policy: text, unread: [unreadRule("acl", "refused")] })
    assert.deepStrictEqual(
      said(user, null, null, { owner: null, before: without(null), after: without(policy(everything)) }),
      [...ofPolicy, ...ofObjects]
    )
    assert.deepStrictEqual(
      said(user, null, null, { owner: null, before: without(null), after: without(policy(elsewhere)) }),
      maybe([...ofPolicy, ...ofObjects])
    )
  })

  it("a Deny of listing below a prefix, or of everything else, names what can no longer be listed", () => {
    const listing = (operator: string, prefix: string) =>
      policy({
        Effect: "Deny",
        Principal: "*",
        Action: "s3:ListBucket",
        Resource: arn,
        Condition: { [operator]: { "s3:prefix": prefix } }
      })
    for (const [operator, named] of [
      ["StringLike", "team/*"],
      ["StringNotLike", "other prefixes"]
    ] as const) {
      const [loss, ...others] = losses(root, null, listing(operator, "team/*"))
      assert.deepStrictEqual(others, [], operator)
      assert.deepInclude(loss, { access: "list_objects", certain: true })
      assert.include(loss?.why, `would no longer list the bucket's objects at ${named}: `)
    }
    assert.deepStrictEqual(losses(root, listing("StringLike", "team/*"), listing("StringLike", "team/*")), [])
    assert.deepStrictEqual(said(root, null, listing("StringEquals", "")), [], "RGW knows no empty prefix")
  })

  it("a public access block shuts out a stranger who lived by a public policy", () => {
    const open = policy({ ...everything, Effect: "Allow" })
    const block =
      "<PublicAccessBlockConfiguration><RestrictPublicBuckets>true</RestrictPublicBuckets></PublicAccessBlockConfiguration>"
    const stranger = known({ kind: "iam_user", account: "RGW22222222222222222", name: "eve" }, allowsAll)
    const documents = { ...none, policy: open }
    assert.deepStrictEqual(
      said(stranger, open, open, { before: documents, after: { ...documents, public_access_block: block } }),
      [...ofPolicy, ...ofObjects]
    )
    assert.deepStrictEqual(
      said(root, open, open, { before: documents, after: { ...documents, public_access_block: block } }),
      []
    )
  })

  it("an ACL without the owner's grant takes the objects from a user in no account", () => {
    const acl = (grants: string) =>
      `<AccessControlPolicy><Owner><ID>plain</ID></Owner><AccessControlList>${grants}</AccessControlList></AccessControlPolicy>`
    const own = acl(`<Grant><Grantee><ID>plain</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>`)
    assert.deepStrictEqual(
      said(plain, null, null, { before: { ...none, acl: own }, after: { ...none, acl: acl("") } }),
      ["list_objects", "write_objects"]
    )
  })

  it("says who, what, why, and who can take it back", () => {
    const found = losses(user, null, policy({ ...everything, Sid: "Closed" }))
    assert.strictEqual(
      found[1]?.why,
      `IAM user team/bob of ${account} would no longer change the bucket's policy: “Closed” of the bucket's ` +
        "policy denies it, and a Deny always wins. " +
        `The root user of account ${account} can always take it back.`
    )
    const folders = ["a", "b", "c", "d"].map((name) => `${arn}/${name}/*`)
    assert.match(
      losses(root, null, policy({ ...everything, Resource: folders }))[0]?.why ?? "",
      /would no longer read objects at a\/\*, b\/\*, c\/\* and 1 more: statement 1 of the bucket's policy denies it/
    )
    assert.strictEqual(
      losses(root, null, policy(elsewhere))[0]?.why,
      `The root user of ${account} might no longer list the bucket's objects: it ` +
        "depends on aws:SourceIp of the request."
    )
  })
})
