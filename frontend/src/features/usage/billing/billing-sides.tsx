import { component$ } from "@builder.io/qwik"
import { PageSides } from "~/components/ui/page-sides"

const SIDES = [
  ["/admin/billing", "Statements"],
  ["/admin/billing/daily", "Daily usage"],
  ["/admin/billing/rate-cards", "Rate cards"]
] as const

export const BillingSides = component$(() => <PageSides label="Sides of billing" sides={SIDES} />)
