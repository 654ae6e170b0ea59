import type { Body } from "~/client/contract"

type ChangeBody = Body<"PUT /api/manager/buckets/:bucket_name/features/:feature">
export type AccessLoss = NonNullable<ChangeBody["accept_losses"]>[number]

/** They no longer block an edit once the user confirms them. */
export interface Objections {
  readonly broken: ReadonlyArray<string>
  readonly losses: ReadonlyArray<{ readonly access: AccessLoss; readonly message: string }>
}

interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

export const objectionsIn = (issues: ReadonlyArray<Issue>): Objections | null => {
  const broken = issues.filter(({ path }) => path[1] === "policy_tests").map(({ message }) => message)
  const losses = issues
    .filter(({ path }) => path[1] === "accept_losses")
    .map(({ message, path }) => ({ access: path[2] as AccessLoss, message }))
  return broken.length + losses.length === 0 ? null : { broken, losses }
}

export const withObjections = <A extends { readonly objections?: Objections }>(
  request: A,
  { broken, losses }: Objections
): A => ({
  ...request,
  objections: {
    broken: [...new Set([...(request.objections?.broken ?? []), ...broken])],
    losses: [...(request.objections?.losses ?? []), ...losses]
  }
})

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
