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

/** Names are compared without case. */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const sameDocument = (one: string, other: string): boolean => one === other || canonicalJson(one) === canonicalJson(other)

/** What is not there is not so; of what was to go, that is just how it should be. */
const gone = (call: Effect.Effect<boolean, NotFound | GatewayFailure>, wanted: boolean): Effect.Effect<boolean, GatewayFailure> =>
  Effect.catchTag(call, "NotFound", () => Effect.succeed(wanted))

/** Whether the gateway shows what a change wants, as it tells now. */
export const isSo = ({ entities, iam }: IamReaders) => (target: S3Target, change: IamChange): Effect.Effect<boolean, GatewayFailure> => {
  const there = (call: Effect.Effect<unknown, NotFound | GatewayFailure>) => gone(Effect.as(call, true), false)
  const absent = (call: Effect.Effect<unknown, NotFound | GatewayFailure>) => gone(Effect.as(call, false), true)
  const moved = (call: Effect.Effect<{ readonly name: string; readonly path: string }, NotFound | GatewayFailure>, name: string, path: string) =>
    gone(Effect.map(call, (now) => now.name === name && now.path === path), false)
  const { name } = change
  const key = (accessKey: string) => Effect.map(iam.keys(target, name), (keys) => keys.find(({ access_key }) => access_key === accessKey))
  const member = (user: string) => Effect.map(entities.groupsOf(target, user), (groups) => groups.some((group) => sameName(group.name, name)))
  switch (change.change) {
    case "user.create": return there(entities.user(target, name))
    case "group.create": return there(entities.group(target, name))
    case "role.create": return there(entities.role(target, name))
    case "user.update": return moved(entities.user(target, change.new_name), change.new_name, change.new_path)
    case "group.update": return moved(entities.group(target, change.new_name), change.new_name, change.new_path)
    case "user.delete": return absent(entities.user(target, name))
    case "group.delete": return absent(entities.group(target, name))
    case "role.delete": return absent(entities.role(target, name))
    case "role.update": return gone(Effect.map(entities.role(target, name), (role) =>
      role.description === change.description && role.max_session_seconds === change.max_session_seconds), false)
    case "role.trust": return gone(Effect.map(entities.role(target, name), (role) => sameDocument(role.trust_policy, change.document)), false)
    case "member.add": return gone(member(change.user), false)
    case "member.remove": return gone(Effect.map(member(change.user), (isMember) => !isMember), true)
    case "policy.attach": return gone(Effect.map(iam.attached(target, change.holder, name), (policies) => policies.some(({ arn }) => arn === change.arn)), false)
    case "policy.detach": return gone(Effect.map(iam.attached(target, change.holder, name), (policies) => policies.every(({ arn }) => arn !== change.arn)), true)
    case "inline.put": return gone(Effect.map(entities.inlinePolicy(target, change.holder, name, change.policy), ({ document }) => sameDocument(document, change.document)), false)
    case "inline.delete": return absent(entities.inlinePolicy(target, change.holder, name, change.policy))
    // which key it made is not known beforehand: one that was not there
    case "key.create": return gone(Effect.map(iam.keys(target, name), (keys) => keys.some(({ access_key }) => !change.known.includes(access_key))), false)
    case "key.enable": return gone(Effect.map(key(change.access_key), (now) => now?.active === true), false)
    case "key.disable": return gone(Effect.map(key(change.access_key), (now) => now?.active === false), false)
    case "key.delete": return gone(Effect.map(key(change.access_key), (now) => now === undefined), true)
  }
}
