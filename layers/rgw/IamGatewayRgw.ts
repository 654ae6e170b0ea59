import { Effect, Layer } from "effect"
import { findElement, textAt } from "#domain/platform/xml/Element.ts"
import { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { IamGateway } from "#services/iam/IamGateway.ts"
import { STS_ASSUME, iamCaller, IAM_WRITE } from "./iamCaller.ts"
import { changeForm } from "./iamChangeForms.ts"
import { iamFailureOf } from "./iamRefusals.ts"
import { keyOf } from "./iamXml.ts"
import { unreadable } from "./readAnswer.ts"

export const IamGatewayRgw = Layer.effect(
  IamGateway,
  Effect.gen(function* () {
    const { ask, send } = yield* iamCaller
    return IamGateway.of({
      change: (target, change) =>
        Effect.flatMap(GatewayIntent, () => {
          const [action, fields] = changeForm(change)
          return Effect.asVoid(Effect.mapError(send(target, action, fields, IAM_WRITE), iamFailureOf(change)))
        }),
      createKey: (target, user) =>
        Effect.flatMap(GatewayIntent, () =>
          Effect.mapError(
            ask(target, "CreateAccessKey", { UserName: user }, IAM_WRITE),
            iamFailureOf({ change: "key.create", name: user, known: [] })
          ).pipe(
            Effect.flatMap((result) => {
              const key = findElement(result, "AccessKey")
              const secret = textAt(key, "SecretAccessKey")
              return key === undefined || secret === undefined
                ? Effect.fail(unreadable("iam.CreateAccessKey", 200, null))
                : Effect.succeed({ ...keyOf(key), secret_key: secret })
            })
          )
        ),
      assume: (target, arn, session) =>
        Effect.flatMap(
          ask(
            target,
            "AssumeRole",
            { RoleArn: arn, RoleSessionName: session.name, DurationSeconds: String(session.seconds) },
            STS_ASSUME
          ),
          (result) => {
            const text = (name: string) => textAt(findElement(result, "Credentials"), name) ?? ""
            const assumedSession = {
              arn: textAt(result, "AssumedRoleUser", "Arn") ?? "",
              expires_at: text("Expiration"),
              credentials: {
                access_key: text("AccessKeyId"),
                secret_key: text("SecretAccessKey"),
                session_token: text("SessionToken")
              }
            }
            return assumedSession.credentials.session_token === ""
              ? Effect.fail(unreadable("sts.AssumeRole", 200, null))
              : Effect.succeed(assumedSession)
          }
        )
    })
  })
)
