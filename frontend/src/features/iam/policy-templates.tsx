import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { problemText } from "~/client/problem-error"
import { Combobox } from "~/components/ui/combobox"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"

const document = (...statements: ReadonlyArray<object>): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements }, null, 2)

export const BLANK_POLICY = document({
  Sid: "Read",
  Effect: "Allow",
  Action: ["s3:GetObject"],
  Resource: ["arn:aws:s3:::BUCKET/*"]
})

const TEMPLATES: ReadonlyArray<{ readonly name: string; readonly text: string; readonly document: string }> = [
  {
    name: "Reads a bucket",
    text: "Lists it and reads what is in it",
    document: document(
      {
        Sid: "List",
        Effect: "Allow",
        Action: ["s3:ListBucket", "s3:GetBucketLocation"],
        Resource: "arn:aws:s3:::BUCKET"
      },
      {
        Sid: "Read",
        Effect: "Allow",
        Action: ["s3:GetObject", "s3:GetObjectVersion"],
        Resource: "arn:aws:s3:::BUCKET/*"
      }
    )
  },
  {
    name: "Reads and writes a folder",
    text: "Only below FOLDER/",
    document: document(
      {
        Sid: "List",
        Effect: "Allow",
        Action: "s3:ListBucket",
        Resource: "arn:aws:s3:::BUCKET",
        Condition: { StringLike: { "s3:prefix": "FOLDER/*" } }
      },
      {
        Sid: "ReadAndWrite",
        Effect: "Allow",
        Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
        Resource: "arn:aws:s3:::BUCKET/FOLDER/*"
      }
    )
  },
  {
    name: "Uploads only",
    text: "Puts objects, and neither reads nor deletes any",
    document: document({
      Sid: "Upload",
      Effect: "Allow",
      Action: ["s3:PutObject", "s3:AbortMultipartUpload"],
      Resource: "arn:aws:s3:::BUCKET/*"
    })
  },
  {
    name: "Never deletes",
    text: "Denies it, whatever others allow",
    document: document({
      Sid: "NeverDelete",
      Effect: "Deny",
      Action: ["s3:DeleteObject", "s3:DeleteObjectVersion", "s3:DeleteBucket"],
      Resource: ["arn:aws:s3:::BUCKET", "arn:aws:s3:::BUCKET/*"]
    })
  }
]

const withBucket = (policy: string, bucket: string): string =>
  bucket === "" ? policy : policy.replaceAll("arn:aws:s3:::BUCKET", `arn:aws:s3:::${bucket}`)

const MAX_SUGGESTIONS = 100

export const PolicyTemplates = component$<{
  readonly text: Signal<string>
  readonly contextId: string
}>(({ contextId, text }) => {
  const status = useSignal("")
  const bucket = useSignal("")
  const names = useSignal<ReadonlyArray<string>>([])
  const suggest = $(async (search: string) => {
    if (contextId === "") return
    try {
      const { items } = await callIn({ contextId }, "GET /api/manager/buckets", {
        query: { page_size: MAX_SUGGESTIONS, ...(search === "" ? {} : { search }) }
      })
      if (search === bucket.value) names.value = items.map(({ name }) => name)
    } catch (cause) {
      status.value = `The buckets could not be read. ${problemText(cause)}`
    }
  })
  return (
    <div class="flex flex-wrap items-center gap-2">
      <button type="button" class="btn btn-secondary btn-sm" popovertarget="iam-templates">
        <Icon name="file-text" /> Begin with a template <Icon name="chevron-down" />
      </button>
      <Menu id="iam-templates" label="Templates">
        {TEMPLATES.map(({ document, name, text: hint }) => (
          <button
            key={name}
            type="button"
            class="menu-item"
            popovertarget="iam-templates"
            popovertargetaction="hide"
            onClick$={() => {
              text.value = withBucket(document, bucket.value)
              status.value = `${name} is in the editor; nothing is saved yet`
            }}
          >
            <MenuItemBody icon="file-text" label={name} hint={hint} />
          </button>
        ))}
      </Menu>
      <label for="iam-template-bucket" class="font-medium">
        Bucket
      </label>
      <span
        class="block w-56 min-w-0"
        onChange$={(event) => {
          // the signal may be older than the input's text
          bucket.value = (event.target as HTMLInputElement).value.trim()
          text.value = withBucket(text.value, bucket.value)
        }}
      >
        <Combobox
          id="iam-template-bucket"
          mono
          maxLength={255}
          placeholder="of the template"
          searched
          options={names.value.map((name) => ({ value: name, label: name }))}
          onOpen$={$(() => suggest(bucket.value))}
          onText$={$(async (typed: string) => {
            bucket.value = typed.trim()
            await suggest(bucket.value)
          })}
        />
      </span>
      <span class="text-xs text-ink-3" role="status">
        {status.value}
      </span>
    </div>
  )
})
