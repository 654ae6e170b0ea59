import type { Frame } from "~/client/contract"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import type { BucketPlace } from "~/lib/bucket-place"

export type FolderSize = Extract<
  Frame<"GET /api/browser/buckets/:bucket_name/folder-size">,
  { readonly event: "result" }
>["data"]
export type FolderChild = FolderSize["children"][number]

export type SizeStatus = "reading" | "whole" | "stopped" | "failed"

interface Told {
  readonly onSize: (size: FolderSize, status: SizeStatus) => void
  readonly onProblem: (problem: ProblemError) => void
}

export const runSize = async (
  place: BucketPlace,
  wanted: { readonly prefix: string; readonly versions: boolean },
  signal: AbortSignal,
  { onProblem, onSize }: Told
): Promise<void> => {
  try {
    for await (const frame of streamIn(place, "GET /api/browser/buckets/:bucket_name/folder-size", {
      query: { prefix: wanted.prefix, versions: wanted.versions ? "true" : "false" },
      signal
    })) {
      if (frame.event === "progress") onSize(frame.data, "reading")
      else if (frame.event === "result") onSize(frame.data, "whole")
    }
  } catch (cause) {
    if (signal.aborted || isAbort(cause)) return
    onProblem(asProblem(cause))
  }
}
