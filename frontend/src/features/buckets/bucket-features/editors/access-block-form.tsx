import { component$ } from "@builder.io/qwik"
import { CheckAt } from "../controls"
import type { FeatureEditor } from "../feature-editor"

const AccessBlockForm = component$(() => (
  <div class="grid gap-3">
    <CheckAt path={["block_public_acls"]} label="Refuse ACLs that let everybody in" hint="Those that are there stay." />
    <CheckAt
      path={["ignore_public_acls"]}
      label="Ignore ACLs that let everybody in"
      hint="As if they were not there."
    />
    <CheckAt
      path={["block_public_policy"]}
      label="Refuse policies that let everybody in"
      hint="One that is there stays."
    />
    <CheckAt
      path={["restrict_public_buckets"]}
      label="While the policy lets everybody in, let only the owner's people in"
    />
  </div>
))

const all = {
  block_public_acls: true,
  ignore_public_acls: true,
  block_public_policy: true,
  restrict_public_buckets: true
}

export const accessBlock: FeatureEditor = {
  feature: "public_access_block",
  Form: AccessBlockForm,
  blank: all,
  templates: [
    { name: "Block everything", text: "Nobody from outside, whatever is granted", value: all },
    {
      name: "No new grants to everybody",
      text: "What is public stays so",
      value: { ...all, ignore_public_acls: false, restrict_public_buckets: false }
    }
  ],
  removal: "Nothing is blocked any more: what ACL and policy grant to everybody counts."
}
