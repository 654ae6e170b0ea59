import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { canonicalJson } from "#domain/platform/audit/canonicalJson.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { IamChange } from "#domain/iam/IamChange.ts"
import type { Iam } from "./Iam.ts"
import type { IamEntities } from "./IamEntities.ts"

export interface IamReaders {
  readonly iam: Iam["Service"]
  readonly entities: IamEntities["Service"]
}

export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const sameDocument = (one: string, other: string): boolean =>
  one === other || canonicalJson(one) === canonicalJson(other)

/** A missing entity confirms only a deletion. */
const absentMeans = (
  call: Effect.Effect<boolean, NotFound | GatewayFailure>,
  wanted: boolean
): Effect.Effect<boolean, GatewayFailure> => Effect.catchTag(call, "NotFound", () => Effect.succeed(wanted))

export const isIamChangeApplied =
  ({ entities, iam }: IamReaders) =>
  (target: S3Target, change: IamChange): Effect.Effect<boolean, GatewayFailure> => {
    const exists = (call: Effect.Effect<unknown, NotFound | GatewayFailure>) =>
      absentMeans(Effect.as(call, true), false)
    const absent = (call: Effect.Effect<unknown, NotFound | GatewayFailure>) =>
      absentMeans(Effect.as(call, false), true)
    const moved = (
      call: Effect.Effect<{ readonly name: string; readonly path: string }, NotFound | GatewayFailure>,
      name: string,
      path: string
    ) =>
      absentMeans(
        Effect.map(call, (now) => now.name === name && now.path === path),
        false
      )
    const { name } = change
    const key = (accessKey: string) =>
      Effect.map(iam.keys(target, name), (keys) => keys.find(({ access_key }) => access_key === accessKey))
    const member = (user: string) =>
      Effect.map(entities.groupsOf(target, user), (groups) => groups.some((group) => sameName(group.name, name)))
    switch (change.change) {
      case "user.create":
        return exists(entities.user(target, name))
      case "group.create":
        return exists(entities.group(target, name))
      case "role.create":
        return exists(entities.role(target, name))
      case "user.update":
        return moved(entities.user(target, change.new_name), change.new_name, change.new_path)
      case "group.update":
        return moved(entities.group(target, change.new_name), change.new_name, change.new_path)
      case "user.delete":
        return absent(entities.user(target, name))
      case "group.delete":
        return absent(entities.group(target, name))
      case "role.delete":
        return absent(entities.role(target, name))
      case "role.update":
        return absentMeans(
          Effect.map(
            entities.role(target, name),
            (role) => role.description === change.description && role.max_session_seconds === change.max_session_seconds
          ),
          false
        )
      case "role.trust":
        return absentMeans(
          Effect.map(entities.role(target, name), (role) => sameDocument(role.trust_policy, change.document)),
          false
        )
      case "member.add":
        return absentMeans(member(change.user), false)
      case "member.remove":
        return absentMeans(
          Effect.map(member(change.user), (isMember) => !isMember),
          true
        )
      case "policy.attach":
        return absentMeans(
          Effect.map(iam.attached(target, change.holder, name), (policies) =>
            policies.some(({ arn }) => arn === change.arn)
          ),
          false
        )
      case "policy.detach":
        return absentMeans(
          Effect.map(iam.attached(target, change.holder, name), (policies) =>
            policies.every(({ arn }) => arn !== change.arn)
          ),
          true
        )
      case "inline.put":
        return absentMeans(
          Effect.map(entities.inlinePolicy(target, change.holder, name, change.policy), ({ document }) =>
            sameDocument(document, change.document)
          ),
          false
        )
      case "inline.delete":
        return absent(entities.inlinePolicy(target, change.holder, name, change.policy))
      // the name of a created key is unknown: find any new one
      case "key.create":
        return absentMeans(
          Effect.map(iam.keys(target, name), (keys) =>
            keys.some(({ access_key }) => !change.known.includes(access_key))
          ),
          false
        )
      case "key.enable":
        return absentMeans(
          Effect.map(key(change.access_key), (now) => now?.active === true),
          false
        )
      case "key.disable":
        return absentMeans(
          Effect.map(key(change.access_key), (now) => now?.active === false),
          false
        )
      case "key.delete":
        return absentMeans(
          Effect.map(key(change.access_key), (now) => now === undefined),
          true
        )
    }
  }
