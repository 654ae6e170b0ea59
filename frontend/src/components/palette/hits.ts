import type { IconName } from "~/lib/icon-names"

/** What can be done without going anywhere. */
export type Deed = "dark" | "light" | "fold" | "keys" | "sign-out"

/** One thing that the palette offers. */
export interface Hit {
  /** Unique among all hits. */
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly icon: IconName
  readonly does:
    | { readonly go: string; /** A place, worth remembering. */ readonly place?: true }
    | { readonly deed: Deed }
    /** Acts as another context from now on. */
    | { readonly context: string }
}

/** The groups, in the order in which they stand. What is here at once stands above what has to be asked for, so that nothing moves under a finger. */
export const GROUPS = ["Recent", "Pages", "Actions", "Execution contexts", "Buckets", "RGW accounts", "RGW users", "Console users"] as const
export type GroupName = (typeof GROUPS)[number]

export interface Group {
  readonly name: GroupName
  readonly hits: ReadonlyArray<Hit>
}

/** By what a hit is found. */
export const textOf = ({ hint, label }: Hit): string => `${label} ${hint}`
