import { accountTexts } from "./accounts.ts"
import { administrationTexts } from "./administration.ts"
import { ownTexts } from "./account.ts"
import { browserTexts, shareTexts } from "./browser.ts"
import { clusterAdminTexts } from "./clusterAdmin.ts"
import { connectionTextsByGroup } from "./connections.ts"
import { iamTexts } from "./iam.ts"
import { internalTexts } from "./internal.ts"
import { managerTexts } from "./manager.ts"
import type { GroupTexts } from "./OperationText.ts"
import { peopleTexts } from "./people.ts"
import { portalTexts } from "./portal.ts"

export const operationTexts: Readonly<Record<string, GroupTexts>> = {
  ...accountTexts,
  ...administrationTexts,
  ...ownTexts,
  ...browserTexts,
  ...shareTexts,
  ...clusterAdminTexts,
  ...connectionTextsByGroup,
  ...iamTexts,
  ...internalTexts,
  ...managerTexts,
  ...peopleTexts,
  ...portalTexts
}
