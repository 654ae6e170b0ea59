import { $, component$, type QRL, type Signal, Slot } from "@builder.io/qwik"
import { type Editing, useEditing } from "~/components/action"
import { ErrorState } from "~/components/ui/states"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes, dateTime, int } from "~/lib/format"
import { type Loaded, reload } from "~/lib/use-loaded"
import { useReadOnly } from "~/lib/use-read-only"
import { visible } from "~/lib/visible"
import { matchCannedAcl } from "../../../../../services/domain/objects/cannedAcl.ts"
import { ACCESS_WORDS, AccessDialog } from "./access-dialog"
import { HeaderDialog } from "./header-dialog"
import { KeyForm } from "./key-form"
import { LockDialog } from "./lock-dialog"
import { type Details, EDITABLE_HEADERS, type Placed } from "./object"
import { RecallDialog } from "./recall-dialog"
import { TagsDialog } from "./tags-dialog"

interface SectionProps {
  readonly title: string
  readonly onEdit$?: QRL<() => void>
}

const Section = component$<SectionProps>(({ onEdit$, title }) => {
  const readOnly = useReadOnly()
  return (
    <section class="mt-5 border-t border-line pt-3" aria-label={title}>
      <header class="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h3 class="font-medium">{title}</h3>
        {onEdit$ && !readOnly && (
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            aria-label={`Edit ${title.toLowerCase()}`}
            onClick$={onEdit$}
          >
            Edit
          </button>
        )}
      </header>
      <Slot />
    </section>
  )
})

const ENCRYPTION = {
  none: "None",
  sse_s3: "By the gateway (SSE-S3)",
  sse_kms: "With a managed key (SSE-KMS)",
  sse_c: "With its owner's key (SSE-C)"
} as const

const Facts = component$<{ readonly details: Details }>(({ details }) => {
  const { checksum, encryption, parts } = details
  return (
    <dl class="facts">
      <dt>Size</dt>
      <dd class="num">
        {bytes(details.size_bytes)}
        {details.size_bytes >= 1024 && <span class="text-ink-3"> ({int(details.size_bytes)} bytes)</span>}
      </dd>
      <dt>Modified</dt>
      <dd>{details.modified_at === null ? "—" : dateTime(details.modified_at)}</dd>
      <dt>Content type</dt>
      <dd class="[overflow-wrap:anywhere]">
        {details.headers.content_type === null ? "—" : visible(details.headers.content_type)}
      </dd>
      <dt>Storage class</dt>
      <dd>{details.storage_class}</dd>
      <dt>ETag</dt>
      <dd class="font-mono text-xs break-all">{details.etag ?? "—"}</dd>
      {details.version_id !== null && (
        <>
          <dt>Version</dt>
          <dd class="font-mono text-xs break-all">{details.version_id}</dd>
        </>
      )}
      {checksum !== null && (
        <>
          <dt>{checksum.algorithm}</dt>
          <dd class="font-mono text-xs break-all">{checksum.value}</dd>
        </>
      )}
      {parts !== null && (
        <>
          <dt>Parts</dt>
          <dd>
            {int(parts.count)} of {bytes(parts.first_size_bytes)}
          </dd>
        </>
      )}
      <dt>Encryption</dt>
      <dd>
        {ENCRYPTION[encryption.kind]}
        {encryption.kms_key_id !== null && (
          <span class="block font-mono text-xs break-all">{encryption.kms_key_id}</span>
        )}
      </dd>
    </dl>
  )
})

const restoreWords = (restore: Details["restore"], storageClass: string): string => {
  if (restore === null)
    return (
      `Nothing was brought back. Objects of the class ${storageClass} may be in an ` +
      "archive: then they cannot be read before."
    )
  if (restore.ongoing) return "Being brought back."
  return restore.expires_at === null ? "Brought back." : `Brought back until ${dateTime(restore.expires_at)}.`
}

interface TabProps {
  readonly place: BucketPlace
  readonly entry: string
  readonly loaded: Loaded<Details>
  readonly changed?: Signal<number>
}

export const DetailsTab = component$<TabProps>(({ changed, entry, loaded, place }) => {
  const headers = useEditing<Placed>()
  const tags = useEditing<Placed>()
  const access = useEditing<Placed>()
  const lock = useEditing<Placed>()
  const recall = useEditing<Placed>()
  const readOnly = useReadOnly()
  const again$ = $(() => reload(loaded))
  const { problem, value } = loaded
  if (problem?.errors.some(({ path }) => path.includes("x-sse-customer-key")))
    return <KeyForm place={place} entry={entry} reason={problem.errors[0]?.message ?? ""} after$={again$} />
  if (problem && value === null)
    return <ErrorState title="The details could not be loaded" problem={problem} onRetry$={again$} />
  if (value === null)
    return (
      <div aria-busy="true">
        {["w-3/5", "w-4/5", "w-2/5"].map((width) => (
          <span key={width} class={["skeleton my-2 block h-3", width]} />
        ))}
      </div>
    )
  const row: Editing<Placed> = { row: { place, details: value } }
  const headerLines = EDITABLE_HEADERS.flatMap(([name, label]) => {
    const text = value.headers[name]
    return text === null || name === "content_type" ? [] : [{ name, label, text }]
  })
  const metadata = Object.entries(value.metadata)
  const cannedName = value.acl === null ? null : matchCannedAcl(value.acl)
  return (
    <>
      <Facts details={value} />
      <dl class="facts mt-2.5">
        <Slot />
      </dl>
      <Section
        title="Headers and metadata"
        onEdit$={() => {
          headers.value = row
        }}
      >
        {headerLines.length + metadata.length === 0 ? (
          <p class="text-ink-2">None beside the content type.</p>
        ) : (
          <dl class="facts">
            {headerLines.map(({ label, name, text }) => [
              <dt key={`${name}?`}>{label}</dt>,
              <dd key={name} class="[overflow-wrap:anywhere]">
                {visible(text)}
              </dd>
            ])}
            {metadata.map(([name, text]) => [
              <dt key={`m${name}?`} class="font-mono text-xs [overflow-wrap:anywhere]">
                {visible(name)}
              </dt>,
              <dd key={`m${name}`} class="[overflow-wrap:anywhere]">
                {visible(text)}
              </dd>
            ])}
          </dl>
        )}
      </Section>
      {value.tags !== null && (
        <Section
          title="Tags"
          onEdit$={() => {
            tags.value = row
          }}
        >
          {value.tags.length === 0 ? (
            <p class="text-ink-2">No tags.</p>
          ) : (
            <dl class="facts">
              {value.tags.map((tag) => [
                <dt key={`${tag.key}?`} class="[overflow-wrap:anywhere]">
                  {visible(tag.key)}
                </dt>,
                <dd key={tag.key} class="[overflow-wrap:anywhere]">
                  {visible(tag.value) || "—"}
                </dd>
              ])}
            </dl>
          )}
        </Section>
      )}
      {value.acl !== null && (
        <Section
          title="Access"
          onEdit$={() => {
            access.value = row
          }}
        >
          {cannedName !== null ? (
            <p>{ACCESS_WORDS[cannedName]}</p>
          ) : (
            <ul class="grid gap-1">
              {value.acl.grants.map(({ grantee, permission }, index) => (
                <li key={index} class="[overflow-wrap:anywhere]">
                  {grantee}: <span class="font-mono text-xs">{permission}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      <Section
        title="Lock"
        onEdit$={() => {
          lock.value = row
        }}
      >
        <p class={value.lock.mode === null && !value.lock.legal_hold ? "text-ink-2" : ""}>
          {value.lock.legal_hold && "Legal hold. "}
          {value.lock.mode !== null && value.lock.retain_until !== null
            ? `Retained until ${dateTime(value.lock.retain_until)} (${value.lock.mode})`
            : value.lock.legal_hold
              ? ""
              : "Not locked."}
        </p>
      </Section>
      {(value.storage_class !== "STANDARD" || value.restore !== null) && (
        <section class="mt-5 border-t border-line pt-3" aria-label="Archive">
          <header class="mb-2 flex min-h-7 items-center justify-between gap-2">
            <h3 class="font-medium">Archive</h3>
            {value.restore?.ongoing !== true && !readOnly && (
              <button
                type="button"
                class="btn btn-ghost btn-sm"
                onClick$={() => {
                  recall.value = {}
                }}
              >
                Bring back …
              </button>
            )}
          </header>
          <p class="text-ink-2">{restoreWords(value.restore, value.storage_class)}</p>
        </section>
      )}
      <RecallDialog open={recall} about={{ place, details: value }} after$={again$} />
      <HeaderDialog
        open={headers}
        after$={(updated: Details) => {
          loaded.value = updated
          if (changed) changed.value++
        }}
      />
      <TagsDialog open={tags} after$={again$} />
      <AccessDialog open={access} after$={again$} />
      <LockDialog open={lock} after$={again$} />
    </>
  )
})
