import type { FormValues } from "~/components/ui/form"
import type { UserLinkInput } from "~/client/storage-access"

/** The association that makes what is added appear among one's own contexts, when the box is ticked. */
export const ownLink = (values: FormValues, userId: number | undefined): { readonly user_links?: ReadonlyArray<UserLinkInput> } =>
  values["link_me"] === "true" && userId !== undefined
    ? { user_links: [{ user_id: userId, manager_role: "account_administrator", allow_manager_browser_data_access: true }] }
    : {}
