import { component$ } from "@builder.io/qwik"
import { Icon } from "./icon"

export const RootKeyWarning = component$(() => (
  <p class="alert alert-warn" data-testid="root-key-warning">
    <Icon name="triangle-alert" />
    <span class="min-w-0">
      This key belongs to the root user of the account. It opens every bucket and object of the account, its IAM users,
      policies and keys, and no policy of an IAM user or group limits it. Give an application the key of an IAM user
      instead.
    </span>
  </p>
))
