import { component$ } from "@builder.io/qwik"

export const RollbackText = component$(() => (
  <p>
    Copies are deleted from the target, settings are restored, and buckets that the migration created are deleted.
    Copies that were changed since, that replaced another object, or whose source is gone stay.
  </p>
))
