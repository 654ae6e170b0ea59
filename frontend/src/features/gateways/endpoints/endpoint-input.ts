import { call } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import type { Doubt } from "~/components/action"
import type { FormValues } from "~/components/ui/form"
import type { StorageEndpoint } from "./cells"
import { NO_FEATURES, switchesFrom, withSwitches } from "./features-document"

export type Detected = Answer<"POST /api/admin/storage-endpoints/detect-features">

export const hasFeatureFindings = ({ diagnosis }: Detected): boolean =>
  diagnosis === undefined || ["ready", "missing_capabilities", "no_admin_ops"].includes(diagnosis.finding)

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

const tagsOf = (values: FormValues): ReadonlyArray<string> =>
  JSON.parse(values["tags"] ?? "[]") as ReadonlyArray<string>

const degreesOf = (text: string | undefined): number | null =>
  text === undefined || text.trim() === "" ? null : Number(text)

const hasNoFeatures = (values: FormValues): boolean =>
  !Object.values(switchesFrom(values)).includes(true) && !values["admin_endpoint"]

export const endpointInput = (
  values: FormValues,
  endpoint: StorageEndpoint | undefined
): Body<"POST /api/admin/storage-endpoints"> => ({
  name: values["name"] ?? "",
  ...common(values),
  is_default: values["is_default"] === "true",
  tags: tagsOf(values),
  latitude: degreesOf(values["latitude"]),
  longitude: degreesOf(values["longitude"]),
  ...(endpoint === undefined && hasNoFeatures(values)
    ? {}
    : {
        features_config: withSwitches(
          endpoint?.features_config ?? NO_FEATURES,
          switchesFrom(values),
          values["admin_endpoint"] ?? ""
        )
      })
})

export const detectionInput = (
  values: FormValues,
  endpoint: StorageEndpoint | undefined
): Body<"POST /api/admin/storage-endpoints/detect-features"> => ({
  ...(endpoint ? { endpoint_id: endpoint.id } : {}),
  ...common(values),
  admin_endpoint: values["admin_endpoint"] || null
})

/** Without a typed key the stored one signs, for the stored address only. */
export const detectTyped = async (values: FormValues, endpoint: StorageEndpoint | undefined): Promise<Detected> => {
  const detect = (storedEndpoint: StorageEndpoint | undefined) =>
    call("POST /api/admin/storage-endpoints/detect-features", { body: detectionInput(values, storedEndpoint) })
  try {
    return await detect(endpoint)
  } catch (cause) {
    const elsewhere =
      endpoint !== undefined && asProblem(cause).errors.some(({ path }) => path.includes("admin_secret_key"))
    if (!elsewhere) throw cause
    return detect(undefined)
  }
}

type Finding = NonNullable<Detected["diagnosis"]>["finding"]

const ACCEPTABLE_FINDINGS: ReadonlyArray<Finding> = ["ready", "no_key", "no_admin_ops", "missing_capabilities"]
/** The service refuses these keys with an error at the field. */
const REFUSED_KEY_FINDINGS: ReadonlyArray<Finding> = [
  "unknown_access_key",
  "wrong_secret_key",
  "key_refused",
  "key_suspended"
]
const UNREACHABLE_FINDINGS: ReadonlyArray<Finding> = [
  "unreachable",
  "no_answer",
  "certificate_refused",
  "no_tls",
  "connection_broken"
]

export const doubtOf = ({ diagnosis }: Detected, typedKey: boolean): Doubt | null => {
  if (typedKey && diagnosis !== undefined && REFUSED_KEY_FINDINGS.includes(diagnosis.finding)) return null
  if (diagnosis === undefined || ACCEPTABLE_FINDINGS.includes(diagnosis.finding)) return null
  const silent = UNREACHABLE_FINDINGS.includes(diagnosis.finding)
  return {
    title: silent ? "The gateway does not answer" : "Something is wrong with this gateway",
    text: [diagnosis.summary, diagnosis.next]
      .filter((part) => part !== null)
      .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
      .join(" "),
    save: silent ? "Save although it does not answer" : "Save all the same"
  }
}
