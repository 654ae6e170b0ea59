import { assert, it } from "vitest"
import { randomBytes } from "node:crypto"
import { cannedAcl } from "#domain/buckets/policies/AccessRules.ts"
import { decideAccess } from "#domain/buckets/policies/decideAccess.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { isPublicPolicy } from "#domain/buckets/policies/isPublicPolicy.ts"
import type { Policy } from "#domain/buckets/policies/Policy.ts"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { ask, must } from "./askGateway.ts"
import { makeCallers } from "./callers.ts"
import { type Case, dice, generateCase, generateQuestion, type Question } from "./generate.ts"

const { gateway, lack } = await realGateway("a")
const documentOf = (statements: ReadonlyArray<unknown>) =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements })
const read = (document: string): Policy => {
  const { faults, policy } = decodePolicy(document, "rgw")
  assert.deepStrictEqual(faults, [], document)
  return policy!
}
const switches = ({ ignore, restrict }: Case["block"]) =>
  `<PublicAccessBlockConfiguration><BlockPublicAcls>false</BlockPublicAcls><IgnorePublicAcls>${ignore}</IgnorePublicAcls><BlockPublicPolicy>false</BlockPublicPolicy><RestrictPublicBuckets>${restrict}</RestrictPublicBuckets></PublicAccessBlockConfiguration>`

const cases = Number(process.env["STOWAGE_POLICY_CASES"] ?? 60)
const questionsEach = 3

requirement("real RGW", lack)("the evaluator and a real gateway", () => {
  it(`agree on ${cases * questionsEach * 8} generated requests`, async () => {
    const {
      accounts: [own],
      admin,
      url
    } = gateway!
    const callers = await makeCallers(gateway!)
    const d = dice(Number(process.env["STOWAGE_POLICY_SEED"] ?? 20261122))
    const disagreements: Array<string> = []
    const answers = { allowed: 0, denied: 0 }
    let statuses = 0
    for (let round = 0; round < cases; round += 1) {
      const bucket = `policy-${randomBytes(6).toString("hex")}`
      const made = generateCase(d, bucket, callers)
      const owner = made.ownedBy === "account" ? own.root : admin
      const ownerId = made.ownedBy === "account" ? own.id : admin.uid
      await must(url, owner, { method: "PUT", path: `/${bucket}`, headers: { "x-amz-acl": made.bucketAcl } })
      for (const key of ["public/a", "private/b"])
        await must(url, owner, {
          method: "PUT",
          path: `/${bucket}/${key}`,
          headers: { "x-amz-acl": made.objectAcl },
          body: "x"
        })
      for (const { identity, name } of callers) {
        const statements = made.identity.get(name)
        await identity?.(statements === undefined ? null : documentOf(statements))
      }
      if (made.block.ignore || made.block.restrict)
        await must(url, owner, {
          method: "PUT",
          path: `/${bucket}`,
          query: { publicAccessBlock: "" },
          body: switches(made.block)
        })
      if (made.policy !== null)
        await must(url, owner, {
          method: "PUT",
          path: `/${bucket}`,
          query: { policy: "" },
          body: documentOf(made.policy)
        })

      const rules = {
        owner: ownerId,
        bucket,
        bucketPolicy: made.policy === null ? null : read(documentOf(made.policy)),
        ownerEnforced: false,
        unknown: [],
        publicAccess: {
          block_public_acls: false,
          block_public_policy: false,
          ignore_public_acls: made.block.ignore,
          restrict_public_buckets: made.block.restrict
        },
        bucketAcl: cannedAcl(made.bucketAcl, ownerId)!,
        objectAcl: cannedAcl(made.objectAcl, ownerId)!
      }
      if (made.policy !== null) {
        const { status, text } = await ask(url, owner, {
          method: "GET",
          path: `/${bucket}`,
          query: { policyStatus: "" }
        })
        const said = /<IsPublic>(true|false)<\/IsPublic>/i.exec(text)?.[1]
        // the gateway counts the ACL in here, and nowhere else
        if (
          status === 200 &&
          said !== String(isPublicPolicy(rules.bucketPolicy!, "rgw") || made.bucketAcl !== "private")
        )
          disagreements.push(`public: gateway ${said}, ACL ${made.bucketAcl}\n   ${JSON.stringify(made.policy)}`)
        if (status === 200) statuses += 1
      }
      const questions: ReadonlyArray<Question> = Array.from({ length: questionsEach }, () =>
        generateQuestion(d, bucket)
      )
      for (const question of questions) {
        await Promise.all(
          callers.map(async ({ keys, name, principal }) => {
            const { status } = await ask(url, keys, question)
            const statements = made.identity.get(name)
            const decision = decideAccess(
              { principal, action: question.action, key: question.key, context: question.context },
              {
                ...rules,
                identityPolicies: statements === undefined ? [] : [read(documentOf(statements))]
              },
              "rgw"
            )
            answers[status === 403 ? "denied" : "allowed"] += 1
            if ((decision.outcome === "allowed") !== (status !== 403)) {
              disagreements.push(
                `${question.action} ${question.key ?? ""} ${JSON.stringify(question.query ?? {})} by ${name}: ` +
                  `gateway ${status}, we ${decision.outcome} (${decision.why})\n   ` +
                  `${JSON.stringify({ ...made, identity: statements })}\n   ${JSON.stringify(question.context)}`
              )
            }
          })
        )
      }
    }
    console.log(
      `${answers.allowed} allowed, ${answers.denied} denied, ${statuses} times asked whether a policy is public`
    )
    assert.isAbove(statuses, cases / 3)
    assert.isAbove(Math.min(answers.allowed, answers.denied), 200)
    assert.deepStrictEqual(disagreements, [])
  }, 600_000)
})
