import type { Answer, Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"
import type { StorageEndpoint } from "./cells"
import { NO_FEATURES, switchesFrom, withSwitches } from "./features-document"

export type Detected = Answer<"POST /api/admin/storage-endpoints/detect-features">

/** Whether something was found out about the features: with a key that could not be used, nothing was. */
export const tellsFeatures = ({ diagnosis }: Detected): boolean =>
  diagnosis === undefined || ["ready", "missing_capabilities", "no_admin_ops"].includes(diagnosis.finding)

/** Credentials as typed: both, or what is stored stays as it is. */
const credentials = (values: FormValues) =>
  values["admin_access_key"] || values["admin_secret_key"]
    ? { admin_access_key: values["admin_access_key"] || null, admin_secret_key: values["admin_secret_key"] || null }
    : {}

const common = (values: FormValues) => ({
  url: values["url"] ?? "",
  provider: values["provider"] as StorageEndpoint["provider"],
  region: values["region"] ?? "",
  verify_tls: values["verify_tls"] === "true",
  ...credentials(values)
})

/** What the form says, as the service stores it. */
export const endpointInput = (values: FormValues, endpoint: StorageEndpoint | undefined): Body<"POST /api/admin/storage-endpoints"> => ({
  name: values["name"] ?? "",
  ...common(values),
  is_default: values["is_default"] === "true",
  features_config: withSwitches(endpoint?.features_config ?? NO_FEATURES, switchesFrom(values), values["admin_endpoint"] ?? "")
})

/** What of the form finds out what a gateway can do. */
export const detectionInput = (values: FormValues, endpoint: StorageEndpoint | undefined): Body<"POST /api/admin/storage-endpoints/detect-features"> => ({
  ...(endpoint ? { endpoint_id: endpoint.id } : {}),
  ...common(values),
  admin_endpoint: values["admin_endpoint"] || null
})
