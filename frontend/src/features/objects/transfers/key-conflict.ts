import { asProblem, ProblemError } from "~/client/problem-error"
import type { ItemChoice } from "~/components/operations/operation"

export type ConflictChoice = "replace" | "skip" | "keep-both"

export const CONFLICT_CHOICES: ReadonlyArray<ItemChoice & { readonly id: ConflictChoice }> = [
  { id: "skip", label: "Skip" },
  { id: "keep-both", label: "Keep both" },
  { id: "replace", label: "Replace", danger: true }
]

export const isKeyTaken = (cause: unknown): boolean => asProblem(cause).code === "already_exists"

export const keyTakenProblem = (): ProblemError =>
  new ProblemError({
    status: 409,
    code: "already_exists",
    title: "Taken meanwhile",
    detail: "Something else was stored under this key meanwhile. It is as it was, and this file was not stored."
  })
