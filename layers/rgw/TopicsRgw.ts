import { Effect, Layer } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type GatewayFailure, InvalidInput, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import type { Topic } from "#domain/iam/topics/Topic.ts"
import { type Element, elementsOf, findElement, nameOf, textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { TopicGateway } from "#services/iam/topics/TopicGateway.ts"
import { EndpointGuard, gatewayCaller } from "../gateway/EndpointGuard.ts"
import { type Answer, GatewayHttp } from "./GatewayHttp.ts"
import { storageErrorOf, unreadable } from "./readAnswer.ts"
import { attributesOf, newestPerArn, topicIn, topicsOn } from "./topicWire.ts"

type Form = Readonly<Record<string, string>>

const MAX_PAGES = 1_000

interface Refused {
  readonly error: StorageError
  readonly offset: number | null
}

const refused = (operation: string, answer: Answer): Refused => {
  const document = parseXml(answer.text)
  const at =
    document !== null && nameOf(document) === "ErrorResponse" ? findElement(document, "Error") : (document ?? undefined)
  const namedCode = textAt(at, "Code")
  if (namedCode === undefined) return { error: storageErrorOf(operation, answer), offset: null }
  const code = sanitizeText(namedCode).slice(0, 100)
  const id = answer.headers["x-amz-request-id"]
  const offset = /^At character offset (\d{1,6}),/.exec(textAt(at, "Message") ?? "")?.[1]
  return {
    offset: offset === undefined ? null : Number(offset),
    error: new StorageError({
      operation,
      storage_code: code,
      storage_status: answer.status,
      storage_request_id: typeof id === "string" ? id : null,
      detail:
        answer.status === 405
          ? "The gateway has no topics: it answers SNS with “not supported”"
          : answer.status === 403
            ? "The gateway refused the key: it may not do this"
            : `The gateway refused this (${code})`
    })
  }
}

export const TopicsRgw = Layer.effect(
  TopicGateway,
  Effect.gen(function* () {
    const http = yield* GatewayHttp
    const guard = yield* EndpointGuard

    const send = (
      target: S3Target,
      action: string,
      more: Form,
      idempotent: boolean
    ): Effect.Effect<Answer, GatewayFailure> => {
      const operation = `sns.${action}`
      return Effect.flatMap(target.credential.open, ({ accessKey, secretKey, sessionToken }) =>
        guard.run(
          gatewayCaller(target, { accessKey, secretKey }),
          operation,
          idempotent,
          http
            .send(
              operation,
              {
                method: "POST",
                url: target.url,
                path: "/",
                query: {},
                region: target.region,
                service: "sns",
                key: { access_key: accessKey, secret_key: secretKey },
                sessionToken,
                userSupplied: target.userSupplied,
                form: new URLSearchParams({ Action: action, Version: "2010-03-31", ...more }).toString()
              },
              target.verifyTls
            )
            .pipe(
              Effect.filterOrFail(
                ({ status }) => status < 500,
                (answer) => refused(operation, answer).error
              )
            ),
          { change: !idempotent }
        )
      )
    }

    /** Returns the whole document: RGW writes the next page's token outside of the result (N5). */
    const ask = Effect.fnUntraced(function* (target: S3Target, action: string, more: Form = {}) {
      const answer = yield* send(target, action, more, true)
      if (answer.status !== 200) return yield* refused(`sns.${action}`, answer).error
      const document = parseXml(answer.text)
      if (document === null || nameOf(document) !== `${action}Response`)
        return yield* unreadable(`sns.${action}`, answer.status, null)
      return document
    })

    const change = Effect.fnUntraced(function* (target: S3Target, action: string, more: Form) {
      const { id } = yield* GatewayIntent
      const answer = yield* Effect.annotateSpans(send(target, action, more, false), "stowage.intent", id)
      const document = answer.status === 200 ? parseXml(answer.text) : null
      if (document !== null && nameOf(document) === `${action}Response`) return document
      if (answer.status === 200) return yield* unreadable(`sns.${action}`, answer.status, null)
      const { error, offset } = refused(`sns.${action}`, answer)
      if (answer.status !== 400) return yield* error
      return yield* InvalidInput.at(
        "payload.attributes",
        error.storage_code === "InvalidArgument" && offset === null
          ? "The gateway refuses one of these (InvalidArgument)"
          : "The gateway refuses this " +
              `(${error.storage_code}${offset === null ? "" : ` at character ${offset} of the policy`})`
      )
    })

    const orMissing =
      (arn: string) =>
      <A, E, R>(call: Effect.Effect<A, E | GatewayFailure, R>) =>
        Effect.mapError(call, (error): E | GatewayFailure | NotFound =>
          isMissing(error) ? new NotFound({ entity: "Topic", id: arn }) : error
        )

    const list = Effect.fn("TopicGateway.list")(function* (target: S3Target) {
      const topics: Array<Topic> = []
      let token: string | undefined
      for (let page = 0; page < MAX_PAGES; page++) {
        const document: Element = yield* ask(target, "ListTopics", token === undefined ? {} : { NextToken: token })
        const result = elementsOf(document, "ListTopicsResult")[0]
        if (result === undefined) return yield* unreadable("sns.ListTopics", 200, null)
        topics.push(...topicsOn(result))
        const next = textAt(document, "NextToken") ?? textAt(result, "NextToken")
        if (next === undefined || next === "") return newestPerArn(topics)
        if (next === token) break
        token = next
      }
      return yield* unreadable("sns.ListTopics", 200, null)
    })

    const get = Effect.fn("TopicGateway.get")((target: S3Target, arn: string) =>
      orMissing(arn)(
        Effect.map(ask(target, "GetTopicAttributes", { TopicArn: arn }), (document) =>
          topicIn(findElement(document, "GetTopicAttributesResult") ?? document)
        )
      )
    )

    const create = Effect.fn("TopicGateway.create")(function* (
      target: S3Target,
      name: string,
      input: Parameters<typeof attributesOf>[0]
    ) {
      const attributes = attributesOf(input)
        .filter(([, value]) => value !== "")
        .flatMap(([key, value], at) => [
          [`Attributes.entry.${at + 1}.key`, key],
          [`Attributes.entry.${at + 1}.value`, value]
        ])
      const document = yield* change(target, "CreateTopic", { Name: name, ...Object.fromEntries(attributes) })
      return textAt(document, "CreateTopicResult", "TopicArn") ?? (yield* unreadable("sns.CreateTopic", 200, null))
    })

    const set = Effect.fn("TopicGateway.set")(function* (
      target: S3Target,
      arn: string,
      input: Parameters<typeof attributesOf>[0]
    ) {
      for (const [AttributeName, AttributeValue] of attributesOf(input)) {
        yield* orMissing(arn)(change(target, "SetTopicAttributes", { TopicArn: arn, AttributeName, AttributeValue }))
      }
    })

    const remove = Effect.fn("TopicGateway.remove")((target: S3Target, arn: string) =>
      change(target, "DeleteTopic", { TopicArn: arn }).pipe(
        Effect.asVoid,
        Effect.catchTag("InvalidInput", () => Effect.fail(unreadable("sns.DeleteTopic", 400, null)))
      )
    )

    return TopicGateway.of({ list, get, create, set, remove })
  })
)

const isMissing = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "storage_code" in error &&
  "storage_status" in error &&
  error.storage_code === "NotFound" &&
  error.storage_status === 404
