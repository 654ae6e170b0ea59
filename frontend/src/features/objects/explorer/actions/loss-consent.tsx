import { CheckField } from "~/components/ui/field"
import { counted } from "~/lib/format"
import type { CopyPlan } from "./plan-summary"

type Loss = CopyPlan["losses"][number]

const LABELS: Readonly<Record<Loss["property"], string>> = {
  acl: "access control list",
  object_lock: "object lock",
  encryption: "encryption",
  storage_class: "storage class"
}

const lossText = ({ objects, property }: Loss): string => `${LABELS[property]} (${counted(objects, "object")})`

const CHECKBOX_NAME = "accept_losses"

export const acceptedLosses = (
  values: Readonly<Record<string, string>>,
  plan: CopyPlan | null
): { readonly accept_losses?: ReadonlyArray<Loss["property"]> } =>
  values[CHECKBOX_NAME] === undefined || plan === null || plan.losses.length === 0
    ? {}
    : { accept_losses: plan.losses.map(({ property }) => property) }

export const LossConsent = ({ plan }: { readonly plan: CopyPlan | null }) =>
  plan === null || plan.losses.length === 0 ? null : (
    <CheckField
      name={CHECKBOX_NAME}
      label={`Copy without: ${plan.losses.map(lossText).join(", ")}`}
      hint={
        "The target may not take these over. Unless you check this, an object that " +
        "would lose one of them is not copied."
      }
    />
  )
