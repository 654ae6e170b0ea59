import { component$ } from "@builder.io/qwik"
import { RadioAt, TextAt } from "../controls"
import { draftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

const ALGORITHMS = [
  { value: "AES256", label: "With keys of the gateway (SSE-S3)", hint: "AES256; the gateway needs a vault for it." },
  {
    value: "aws:kms",
    label: "With a key of a key management service (SSE-KMS)",
    hint: "Whoever reads needs that key too."
  },
  { value: "aws:kms:dsse", label: "Twice, with a key of a key management service", hint: "Amazon's alone." }
]

const BUCKET_KEYS = [
  { value: null, label: "As the gateway does" },
  { value: true, label: "Yes" },
  { value: false, label: "No" }
]

const EncryptionForm = component$(() => {
  const editing = useEditing()
  const kms = draftValue<string>(editing, ["algorithm"]) !== "AES256"
  return (
    <>
      <RadioAt path={["algorithm"]} label="What is uploaded is encrypted" choices={ALGORITHMS} />
      {(kms || draftValue(editing, ["kms_key_id"]) !== null) && (
        <TextAt
          path={["kms_key_id"]}
          label="Key"
          mono
          empty={null}
          maxLength={2048}
          hint="Its id or ARN in the key management service."
        />
      )}
      {kms && (
        <RadioAt path={["bucket_key_enabled"]} label="One key for many objects (bucket key)" choices={BUCKET_KEYS} />
      )}
    </>
  )
})

export const encryption: FeatureEditor = {
  feature: "encryption",
  Form: EncryptionForm,
  blank: { algorithm: "aws:kms", kms_key_id: null, bucket_key_enabled: null },
  removal: "What is uploaded from then on is not encrypted unless it says so. What is there stays as it is."
}
