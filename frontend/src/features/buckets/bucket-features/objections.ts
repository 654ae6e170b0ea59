import type { Body } from "~/client/contract"

type ChangeBody = Body<"PUT /api/manager/buckets/:bucket_name/features/:feature">
export type AccessLoss = NonNullable<ChangeBody["accept_losses"]>[number]

/** Objections to an edit, which no longer block it once confirmed. */
export interface Objections {
  /** Policy tests that it would break. */
  readonly broken: ReadonlyArray<string>
  /** Access to the bucket that these keys would lose, or might. */
  readonly losses: ReadonlyArray<{ readonly access: AccessLoss; readonly message: string }>
}

interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** Objections among the faults of a refused edit; null where there are none. */
export const objectionsIn = (issues: ReadonlyArray<Issue>): Objections | null => {
  const broken = issues.filter(({ path }) => path[1] === "policy_tests").map(({ message }) => message)
  const losses = issues
    .filter(({ path }) => path[1] === "accept_losses")
    .map(({ message, path }) => ({ access: path[2] as AccessLoss, message }))
  return broken.length + losses.length === 0 ? null : { broken, losses }
}

/** The same edit with what is said against it now, beside what was confirmed before. */
export const withObjections = <A extends { readonly objections?: Objections }>(
  asked: A,
  { broken, losses }: Objections
): A => ({
  ...asked,
  objections: {
    broken: [...new Set([...(asked.objections?.broken ?? []), ...broken])],
    losses: [...(asked.objections?.losses ?? []), ...losses]
  }
})

/** Confirmed objections as the request takes them. */
export const consentOf = ({
  objections
}: {
  readonly objections?: Objections
}): Pick<ChangeBody, "accept_losses" | "despite_tests"> =>
  objections === undefined
    ? {}
    : {
        ...(objections.broken.length > 0 ? { despite_tests: true } : {}),
        ...(objections.losses.length > 0 ? { accept_losses: objections.losses.map(({ access }) => access) } : {})
      }
