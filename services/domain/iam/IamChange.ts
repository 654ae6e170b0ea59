import { Schema } from "effect"
import { PolicyHolder } from "./IamEntity.ts"

const { String: text } = Schema
const created = { name: text, path: text }
const renamed = { name: text, new_name: text, new_path: text }
const policyHolder = { holder: PolicyHolder, name: text }

/** Change of IAM, as stored in intents; contains no secret. */
export const IamChange = Schema.Union([
  Schema.Struct({ change: Schema.tag("user.create"), ...created }),
  Schema.Struct({ change: Schema.tag("user.update"), ...renamed }),
  /** Deletes its keys, policies and memberships first. */
  Schema.Struct({ change: Schema.tag("user.delete"), name: text }),
  Schema.Struct({ change: Schema.tag("group.create"), ...created }),
  Schema.Struct({ change: Schema.tag("group.update"), ...renamed }),
  Schema.Struct({ change: Schema.tag("group.delete"), name: text }),
  Schema.Struct({ change: Schema.tag("member.add"), name: text, user: text }),
  Schema.Struct({ change: Schema.tag("member.remove"), name: text, user: text }),
  Schema.Struct({
    change: Schema.tag("role.create"),
    ...created,
    description: text,
    max_session_seconds: Schema.Int,
    trust_policy: text
  }),
  Schema.Struct({ change: Schema.tag("role.update"), name: text, description: text, max_session_seconds: Schema.Int }),
  Schema.Struct({ change: Schema.tag("role.trust"), name: text, document: text }),
  Schema.Struct({ change: Schema.tag("role.delete"), name: text }),
  Schema.Struct({ change: Schema.tag("policy.attach"), ...policyHolder, arn: text }),
  Schema.Struct({ change: Schema.tag("policy.detach"), ...policyHolder, arn: text }),
  Schema.Struct({ change: Schema.tag("inline.put"), ...policyHolder, policy: text, document: text }),
  Schema.Struct({ change: Schema.tag("inline.delete"), ...policyHolder, policy: text }),
  /** The gateway chooses the key id: `known` lists the keys that existed before. */
  Schema.Struct({ change: Schema.tag("key.create"), name: text, known: Schema.Array(text) }),
  Schema.Struct({ change: Schema.tag("key.enable"), name: text, access_key: text }),
  Schema.Struct({ change: Schema.tag("key.disable"), name: text, access_key: text }),
  Schema.Struct({ change: Schema.tag("key.delete"), name: text, access_key: text })
])
export type IamChange = typeof IamChange.Type
export type IamVerb = IamChange["change"]
export type IamChangeOf<Verb extends IamVerb> = Extract<IamChange, { readonly change: Verb }>

export const iamVerbs: ReadonlyArray<IamVerb> = IamChange.members.map((member) => member.fields.change.schema.literal)

export const holderOfChange = (change: IamChange): { readonly entity: PolicyHolder; readonly name: string } => {
  if ("holder" in change) return { entity: change.holder, name: change.name }
  const [first] = change.change.split(".")
  return {
    entity: first === "user" || first === "key" ? "users" : first === "role" ? "roles" : "groups",
    name: change.name
  }
}

const nouns: Readonly<Record<PolicyHolder, string>> = { users: "IAM user", groups: "IAM group", roles: "IAM role" }
export const entityNoun = (entity: PolicyHolder): string => nouns[entity]

export const changeWords = (change: IamChange): string => {
  const { entity, name } = holderOfChange(change)
  const of = `${nouns[entity]} ${name}`
  switch (change.change) {
    case "user.create":
    case "group.create":
    case "role.create":
      return `create ${of}`
    case "user.delete":
    case "group.delete":
    case "role.delete":
      return `delete ${of}`
    case "user.update":
    case "group.update":
      return change.new_name === name ? `move ${of} to ${change.new_path}` : `rename ${of} to ${change.new_name}`
    case "member.add":
      return `add ${change.user} to ${of}`
    case "member.remove":
      return `take ${change.user} out of ${of}`
    case "role.update":
      return `change description and session of ${of}`
    case "role.trust":
      return `change who may assume ${of}`
    case "policy.attach":
      return `attach ${change.arn} to ${of}`
    case "policy.detach":
      return `detach ${change.arn} from ${of}`
    case "inline.put":
      return `store inline policy ${change.policy} of ${of}`
    case "inline.delete":
      return `delete inline policy ${change.policy} of ${of}`
    case "key.create":
      return `make an access key of ${of}`
    case "key.enable":
      return `enable key ${change.access_key} of ${of}`
    case "key.disable":
      return `disable key ${change.access_key} of ${of}`
    case "key.delete":
      return `delete key ${change.access_key} of ${of}`
  }
}
