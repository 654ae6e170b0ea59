import { LinkChoicePage, linkChoiceSortKeys, LinkKind } from "#domain/accounts/LinkChoice.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

export class LinkChoicesGroup extends HttpApiGroup.make("adminLinkChoices")
  .add(
    HttpApiEndpoint.get("list", "/link-choices/:kind", {
      params: { kind: LinkKind },
      query: pageQuery(linkChoiceSortKeys),
      success: LinkChoicePage
    }).annotate(RequiredAccess, access.admin("admin.read"))
  )
  .prefix("/api/admin") {}
