import { type Command, quoted } from "~/lib/terminal"
import type { HolderKind } from "./entity"

export const AWS_IAM_WORDS: Readonly<Record<HolderKind, { readonly noun: string; readonly option: string }>> = {
  users: { noun: "user", option: "user-name" },
  groups: { noun: "group", option: "group-name" },
  roles: { noun: "role", option: "role-name" }
}

type Options = ReadonlyArray<readonly [option: string, value: string]>

/** Omits options without a value. RGW serves IAM at its S3 address. */
export const iamCommand = (
  endpoint: string,
  verb: string,
  options: Options = [],
  service: "iam" | "sts" = "iam"
): ReadonlyArray<Command> =>
  endpoint === ""
    ? []
    : [
        {
          tool: "awscli",
          text: [
            `aws --endpoint-url ${quoted(endpoint)} ${service} ${verb}`,
            ...options.filter(([, value]) => value !== "").map(([option, value]) => `--${option}=${quoted(value)}`)
          ].join(" ")
        }
      ]

export const holderCommand = (
  endpoint: string,
  verb: string,
  { kind, name }: { readonly kind: HolderKind; readonly name: string },
  options: Options = []
): ReadonlyArray<Command> =>
  iamCommand(endpoint, verb.replace("%", AWS_IAM_WORDS[kind].noun), [[AWS_IAM_WORDS[kind].option, name], ...options])
