import { type Command, quoted } from "~/lib/terminal"
import type { HolderKind } from "./entity"

/** How awscli calls one of a kind. */
export const AWS: Readonly<Record<HolderKind, { readonly noun: string; readonly option: string }>> = {
  users: { noun: "user", option: "user-name" }, groups: { noun: "group", option: "group-name" }, roles: { noun: "role", option: "role-name" }
}

type Options = ReadonlyArray<readonly [option: string, value: string]>

/** `aws iam …`; options without a value are left out. The endpoint is the gateway's: RGW has IAM where it has S3. */
export const iamCommand = (endpoint: string, verb: string, options: Options = [], service: "iam" | "sts" = "iam"): ReadonlyArray<Command> =>
  endpoint === "" ? [] : [{
    tool: "awscli", text: [`aws --endpoint-url ${quoted(endpoint)} ${service} ${verb}`, ...options.filter(([, value]) => value !== "").map(([option, value]) => `--${option}=${quoted(value)}`)].join(" ")
  }]

/** The same on one of a kind: `create-user --user-name=ada`; `%` in the verb stands for the kind. */
export const holderCommand = (endpoint: string, verb: string, { kind, name }: { readonly kind: HolderKind; readonly name: string }, options: Options = []): ReadonlyArray<Command> =>
  iamCommand(endpoint, verb.replace("%", AWS[kind].noun), [[AWS[kind].option, name], ...options])
