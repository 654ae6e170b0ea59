import { component$ } from "@builder.io/qwik"
import { ClassBars } from "~/components/chart/class-bars"
import { Ago } from "~/components/ui/ago"
import { NavLink } from "~/components/ui/nav-link"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { counted, int } from "~/lib/format"
import { classesOf } from "./classes"
import { HiddenBytes } from "./hidden-bytes"
import type { ContextContents } from "./usage"
import { usageHref } from "./cleaning-actions"

const coverage = ({ buckets: { failed, never, partial, whole } }: ContextContents): string =>
  [
    `${counted(whole, "bucket")} listed whole`,
    ...(partial > 0 ? [`${int(partial)} in part`] : []),
    ...(failed > 0 ? [`${int(failed)} could not be listed`] : []),
    ...(never > 0 ? [`${int(never)} not looked into`] : [])
  ].join(", ")

export const ContentsPanel = component$<{ readonly contents: ContextContents }>(({ contents }) => {
  const contexts = useExecutionContexts()
  const contextId = contexts.current?.id ?? ""
  return (
    <>
      <section class="mt-8" aria-labelledby="usage-hidden">
        <h2 id="usage-hidden" class="mb-2 text-base font-semibold">
          Hidden
        </h2>
        <p class="mb-3 max-w-3xl text-ink-2">
          Old versions and parts of unfinished uploads take space that a listing does not show. Lifecycle rules end them
          by themselves; a bucket’s own pages clean them at once.
        </p>
        <HiddenBytes contents={contents} />
        <p class="mt-2">
          <NavLink class="link" href={usageHref("buckets", contextId, { sort: "-hidden_bytes" })}>
            Buckets that hide most
          </NavLink>
        </p>
      </section>
      <section class="mt-8" aria-labelledby="usage-classes">
        <h2 id="usage-classes" class="mb-2 text-base font-semibold">
          What is stored
        </h2>
        <p class="mb-3 text-xs text-ink-3" data-testid="coverage">
          Every version, current or not: {counted(contents.listed_count, "entry", "entries")}{" "}
          {contents.complete ? "" : "so far "}of {coverage(contents)}, <Ago at={contents.looked_at} />.
          {!contents.complete && " The figures are partial: there is at least as much."}
        </p>
        <div class="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
          {classesOf(contents).map(({ bars, caption, head }) => (
            <ClassBars key={caption} caption={caption} head={head} bars={bars} counts="Versions" />
          ))}
        </div>
      </section>
    </>
  )
})
