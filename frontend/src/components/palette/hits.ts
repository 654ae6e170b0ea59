import type { IconName } from "~/lib/icon-names"

export type PaletteCommand = "dark" | "light" | "fold" | "keys" | "sign-out"

export interface Hit {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly icon: IconName
  readonly does:
    | { readonly go: string; readonly place?: true }
    | { readonly deed: PaletteCommand }
    | { readonly context: string }
}

/** Local groups come first, so that late results do not move hits under the pointer. */
export const GROUPS = [
  "Recent",
  "Pages",
  "Actions",
  "Execution contexts",
  "Buckets",
  "RGW accounts",
  "RGW users",
  "Console users"
] as const
export type GroupName = (typeof GROUPS)[number]

export interface Group {
  readonly name: GroupName
  readonly hits: ReadonlyArray<Hit>
}

export const hitText = ({ hint, label }: Hit): string => `${label} ${hint}`
