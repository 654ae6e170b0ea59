import { Badge, type Tone } from "~/components/ui/badge"
import type { IconName } from "~/lib/icon-names"
import type { Row } from "~/client/contract"

export const EXPOSURE_VERDICTS: Readonly<
  Record<
    Row<"GET /api/manager/exposure">["verdict"],
    { readonly text: string; readonly tone: Tone; readonly icon: IconName }
  >
> = {
  public: { text: "Public", tone: "danger", icon: "globe" },
  conditional: { text: "Public under conditions", tone: "warn", icon: "globe" },
  linked: { text: "Open links", tone: "warn", icon: "link" },
  shielded: { text: "Shielded", tone: "info", icon: "shield-check" },
  private: { text: "Private", tone: "ok", icon: "lock" },
  unavailable: { text: "Unavailable", tone: "neutral", icon: "triangle-alert" }
}

export const ExposureBadge = (props: { readonly verdict: Row<"GET /api/manager/exposure">["verdict"] }) => (
  <Badge {...EXPOSURE_VERDICTS[props.verdict]} />
)
