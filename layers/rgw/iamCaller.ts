import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type GatewayFailure, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import { type Element, elementsOf, findElement, nameOf, textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import { skewCode, skewText } from "../gateway/clockSkew.ts"
import { EndpointGuard, gatewayCaller } from "../gateway/EndpointGuard.ts"
import { type Answer, GatewayHttp } from "./GatewayHttp.ts"
import { storageErrorOf, unreadable } from "./readAnswer.ts"

export type Action = Readonly<Record<string, string>>

interface IamCallOptions {
  readonly service: "iam" | "sts"
  readonly idempotent: boolean
}
const IAM_READ: IamCallOptions = { service: "iam", idempotent: true }
export const IAM_WRITE: IamCallOptions = { service: "iam", idempotent: false }
export const STS_ASSUME: IamCallOptions = { service: "sts", idempotent: true }

const MAX_ITEMS = "1000"
const MAX_PAGES = 1_000

export const holders = {
  users: { name: "UserName", verb: "User", entity: "IamUser" },
  groups: { name: "GroupName", verb: "Group", entity: "IamGroup" },
  roles: { name: "RoleName", verb: "Role", entity: "IamRole" }
} as const satisfies Readonly<Record<PolicyHolder, object>>

const versions = { iam: "2010-05-08", sts: "2011-06-15" } as const

/** In `<ErrorResponse>` or bare (T9). */
const refused = (operation: string, answer: Answer): StorageError => {
  const document = parseXml(answer.text)
  const at =
    document !== null && nameOf(document) === "ErrorResponse" ? findElement(document, "Error") : (document ?? undefined)
  const code = textAt(at, "Code")
  if (code === undefined) return storageErrorOf(operation, answer)
  const id = answer.headers["x-amz-request-id"]
  const message = sanitizeText(textAt(at, "Message") ?? "").slice(0, 300)
  return new StorageError({
    operation,
    storage_code: sanitizeText(code).slice(0, 100),
    storage_status: answer.status,
    storage_request_id: typeof id === "string" ? id : null,
    detail:
      code === skewCode
        ? skewText(answer.headers.date)
        : answer.status === 405
          ? "The gateway has no IAM for this key: it is for the keys of an account"
          : code === "AccessDenied"
            ? "The gateway refused the key: it may not do this"
            : `The gateway refused this (${sanitizeText(code).slice(0, 100)})${message === "" ? "" : `: ${message}`}`
  })
}

export const orMissing =
  (entity: string, id: string) =>
  <A, R>(call: Effect.Effect<A, GatewayFailure, R>) =>
    Effect.mapError(call, (error) =>
      error._tag === "StorageError" && error.storage_code === "NoSuchEntity" ? new NotFound({ entity, id }) : error
    )

export const iamCaller = Effect.gen(function* () {
  const http = yield* GatewayHttp
  const guard = yield* EndpointGuard

  const send = (
    target: S3Target,
    action: string,
    more: Action,
    { idempotent, service }: IamCallOptions
  ): Effect.Effect<Element, GatewayFailure> => {
    const operation = `${service}.${action}`
    const form = new URLSearchParams({ Action: action, Version: versions[service], ...more }).toString()
    const read = (answer: Answer) => {
      if (answer.status !== 200) return Effect.fail(refused(operation, answer))
      const document = parseXml(answer.text)
      // RGW answers DeleteUserPolicy as DeleteUserPoliciesResponse
      return document === null || !/^[A-Z]\w+Response$/.test(nameOf(document))
        ? Effect.fail(unreadable(operation, answer.status, null))
        : Effect.succeed(document)
    }
    return Effect.flatMap(target.credential.open, ({ accessKey, secretKey, sessionToken }) =>
      guard.run(
        gatewayCaller(target, { accessKey, secretKey }),
        operation,
        idempotent,
        Effect.flatMap(
          http.send(
            operation,
            {
              method: "POST",
              url: target.url,
              path: "/",
              query: {},
              region: target.region,
              service,
              key: { access_key: accessKey, secret_key: secretKey },
              sessionToken,
              userSupplied: target.userSupplied,
              form
            },
            target.verifyTls
          ),
          read
        ),
        { change: !idempotent }
      )
    )
  }

  const ask = (
    target: S3Target,
    action: string,
    more: Action = {},
    manner: IamCallOptions = IAM_READ
  ): Effect.Effect<Element, GatewayFailure> =>
    Effect.flatMap(send(target, action, more, manner), (document) => {
      const result = elementsOf(document, `${action}Result`)[0]
      return result === undefined
        ? Effect.fail(unreadable(`${manner.service}.${action}`, 200, null))
        : Effect.succeed(result)
    })

  /** I4: a page may be empty without being the last. */
  const all = Effect.fnUntraced(function* <A>(
    target: S3Target,
    action: string,
    rows: (result: Element) => ReadonlyArray<A>,
    more: Action = {}
  ) {
    const items: Array<A> = []
    let marker: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const result: Element = yield* ask(target, action, {
        ...more,
        MaxItems: MAX_ITEMS,
        ...(marker === undefined ? {} : { Marker: marker })
      })
      items.push(...rows(result))
      const next = textAt(result, "Marker")
      if (textAt(result, "IsTruncated") !== "true") return items
      if (next === undefined || next === marker) break
      marker = next
    }
    return yield* unreadable(`iam.${action}`, 200, null)
  })

  return { send, ask, all }
})
