import type { FormValues } from "~/components/ui/form"
import type { StorageEndpoint } from "./cells"

type FeaturesConfig = StorageEndpoint["features_config"]

export const FEATURE_SWITCHES = [
  { key: "admin", label: "Admin Ops", hint: "Statistics, quotas, RGW accounts and RGW users." },
  { key: "account", label: "Accounts", hint: "RGW accounts with their own IAM." },
  { key: "iam", label: "IAM", hint: "RGW users, groups and policies within an RGW account." },
  { key: "sts", label: "STS", hint: "Temporary credentials." },
  { key: "sns", label: "Topics", hint: "Bucket notifications." },
  { key: "usage", label: "Usage log", hint: "Requests and traffic, where the gateway keeps them." }
] as const

export type SwitchKey = (typeof FEATURE_SWITCHES)[number]["key"]
export type Switches = Readonly<Record<SwitchKey, boolean>>

export const switchesOf = ({ features }: FeaturesConfig): Switches => ({
  admin: features.admin?.enabled ?? false,
  account: features.account?.enabled ?? false,
  iam: features.iam?.enabled ?? false,
  sts: features.sts?.enabled ?? false,
  sns: features.sns?.enabled ?? false,
  usage: features.usage?.enabled ?? false
})

export const switchesFrom = (values: FormValues): Switches =>
  Object.fromEntries(FEATURE_SWITCHES.map(({ key }) => [key, values[`feature_${key}`] === "true"])) as Switches

export const withSwitches = (document: FeaturesConfig, switches: Switches, adminEndpoint: string): FeaturesConfig => {
  const { features } = document
  return {
    features: {
      ...features,
      admin: { enabled: switches.admin, endpoint: adminEndpoint || null },
      account: { enabled: switches.account },
      iam: { ...features.iam, enabled: switches.iam },
      sts: { ...features.sts, enabled: switches.sts },
      sns: { ...features.sns, enabled: switches.sns },
      usage: { enabled: switches.usage }
    }
  }
}

export const NO_FEATURES: FeaturesConfig = { features: {} }
