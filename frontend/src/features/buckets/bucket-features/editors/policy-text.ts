import type { FeatureEditor, Template } from "../feature-editor"
import { PolicyExplainer } from "../policy-explainer"

const document = (...statements: ReadonlyArray<object>): Template["value"] => ({
  text: JSON.stringify({ Version: "2012-10-17", Statement: statements }, null, 2)
})

export const policy: FeatureEditor = {
  feature: "policy",
  text: "text",
  Beside: PolicyExplainer,
  blank: document(),
  templates: [
    {
      name: "Everybody reads a folder",
      text: "GetObject below public/, for anybody on the internet",
      value: document({
        Sid: "PublicRead",
        Effect: "Allow",
        Principal: "*",
        Action: "s3:GetObject",
        Resource: "arn:aws:s3:::{bucket}/public/*"
      })
    },
    {
      name: "Another account reads",
      text: "Lists and reads; replace ACCOUNT with its id",
      value: document(
        {
          Sid: "List",
          Effect: "Allow",
          Principal: { AWS: "arn:aws:iam::ACCOUNT:root" },
          Action: ["s3:ListBucket", "s3:GetBucketLocation"],
          Resource: "arn:aws:s3:::{bucket}"
        },
        {
          Sid: "Read",
          Effect: "Allow",
          Principal: { AWS: "arn:aws:iam::ACCOUNT:root" },
          Action: ["s3:GetObject", "s3:GetObjectVersion"],
          Resource: "arn:aws:s3:::{bucket}/*"
        }
      )
    },
    {
      // over HTTP RGW does not know the key at all: a plain Bool would deny nothing
      name: "Only over TLS",
      text: "Denies plain HTTP; BoolIfExists, since a plain Bool denies nothing on RGW",
      value: document({
        Sid: "OnlyOverTls",
        Effect: "Deny",
        Principal: "*",
        Action: "s3:*",
        Resource: ["arn:aws:s3:::{bucket}", "arn:aws:s3:::{bucket}/*"],
        Condition: { BoolIfExists: { "aws:SecureTransport": "false" } }
      })
    }
  ],
  removal: "Whom only the policy let in is out; whom it denied something is denied it no more."
}
