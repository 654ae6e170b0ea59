import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { signRequest } from "#layers/rgw/signRequest.ts"
import type { Pair } from "../contract/adminGateway.ts"

export interface TemporaryKeys {
  readonly access_key: string
  readonly secret_key: string
  readonly session_token: string
  readonly expires_at: string
}

const asked = (
  url: string,
  { accessKey, secretKey }: Pair,
  service: "iam" | "sts",
  form: Readonly<Record<string, string>>
) =>
  Effect.promise(async () => {
    const text = new URLSearchParams({ Version: service === "iam" ? "2010-05-08" : "2011-06-15", ...form }).toString()
    const headers = await signRequest({
      method: "POST",
      url,
      path: "/",
      query: {},
      region: "default",
      service,
      key: { access_key: accessKey, secret_key: Redacted.make(secretKey) },
      form: text
    })
    const answer = await fetch(url, { method: "POST", headers, body: text })
    const said = await answer.text()
    assert.strictEqual(answer.status, 200, said)
    return said
  })

const at = (document: string, tag: string) =>
  new RegExp(`<${tag}>([^<]+)`).exec(document)?.[1] ?? assert.fail(`no ${tag}`)

export const roleOf = Effect.fnUntraced(function* (url: string, root: Pair, accountId: string) {
  const role = `uploader-${crypto.randomUUID().slice(0, 8)}`
  const document = (of: object) => JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", ...of }] })
  yield* asked(url, root, "iam", {
    Action: "CreateRole",
    RoleName: role,
    AssumeRolePolicyDocument: document({
      Principal: { AWS: [`arn:aws:iam::${accountId}:root`] },
      Action: ["sts:AssumeRole"]
    })
  })
  yield* asked(url, root, "iam", {
    Action: "PutRolePolicy",
    RoleName: role,
    PolicyName: "objects",
    PolicyDocument: document({ Action: ["s3:*"], Resource: ["*"] })
  })
  return (seconds: number): Effect.Effect<TemporaryKeys> =>
    Effect.map(
      asked(url, root, "sts", {
        Action: "AssumeRole",
        RoleArn: `arn:aws:iam::${accountId}:role/${role}`,
        RoleSessionName: "upload",
        DurationSeconds: String(seconds)
      }),
      (said) => ({
        access_key: at(said, "AccessKeyId"),
        secret_key: at(said, "SecretAccessKey"),
        session_token: at(said, "SessionToken"),
        expires_at: at(said, "Expiration")
      })
    )
})
