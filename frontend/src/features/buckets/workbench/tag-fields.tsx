import { component$ } from "@builder.io/qwik"
import type { FieldsProps } from "~/components/action"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import type { Body } from "~/client/contract"
import type { UiTag, WorkbenchBucket } from "./workbench-row"

type AssignTags = Body<"PATCH /api/storage-ops/bucket-ui-tags">

export interface TaggedBucket {
  readonly bucket: WorkbenchBucket
  readonly catalogue: ReadonlyArray<UiTag>
  readonly canShare: boolean
}

const VISIBILITIES = [
  { value: "private", label: "Private: only you see it" },
  { value: "shared", label: "Shared: all operators of this endpoint see it" }
] as const

export const TagFields = component$<FieldsProps<TaggedBucket>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <p class="text-ink-2">
      Tags are labels of this console. They are not sent to the gateway, and are not the bucket’s S3 tags.
    </p>
    {row !== undefined && row.catalogue.length > 0 && (
      <div class="grid gap-1" role="group" aria-label="Tags">
        {row.catalogue.map((tag) => (
          <CheckField
            key={tag.id}
            name={`tag.${tag.id}`}
            label={row.canShare ? `${tag.label} (${tag.visibility})` : tag.label}
            checked={row.bucket.tags.some(({ id }) => id === tag.id)}
          />
        ))}
      </div>
    )}
    <Field name="label" label="New tag" maxLength={60} />
    {row?.canShare && <SelectField name="visibility" label="Visibility of the new tag" options={VISIBILITIES} />}
  </div>
))

export const tagChange = (values: FormValues, { bucket, catalogue }: TaggedBucket): AssignTags => {
  const label = values["label"]?.trim() ?? ""
  const isChosen = ({ id }: UiTag) => values[`tag.${id}`] === "true"
  const isAssigned = ({ id }: UiTag) => bucket.tags.some((tag) => tag.id === id)
  const ids = (tags: ReadonlyArray<UiTag>) => tags.map(({ id }) => ({ id }))
  return {
    buckets: [bucket.id],
    add: [
      ...ids(catalogue.filter((tag) => isChosen(tag) && !isAssigned(tag))),
      ...(label === ""
        ? []
        : [{ label, visibility: values["visibility"] === "shared" ? "shared" : "private" } as const])
    ],
    remove: catalogue.filter((tag) => !isChosen(tag) && isAssigned(tag)).map(({ id }) => id)
  }
}
