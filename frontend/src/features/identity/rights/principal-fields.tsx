import { component$ } from "@builder.io/qwik"
import { LinksField } from "./links-field"
import { linkedAccounts, linkedConnections, linkedS3Users, type Principal } from "./linked"

export const PrincipalFields = component$<{ readonly row: Principal | undefined }>(({ row }) => (
  <>
    <LinksField
      name="account_links"
      label="RGW accounts"
      kind="account"
      one="RGW account"
      many="RGW accounts"
      asks="roles"
      start={linkedAccounts(row)}
      none="No RGW account yet."
    />
    <LinksField
      name="s3_user_links"
      label="RGW users"
      kind="s3_user"
      one="RGW user"
      many="RGW users"
      asks="data"
      start={linkedS3Users(row)}
      none="No RGW user yet."
    />
    <LinksField
      name="s3_connection_details"
      label="Shared S3 connections"
      kind="s3_connection"
      one="S3 connection"
      many="S3 connections"
      asks="nothing"
      start={linkedConnections(row)}
      none="No shared S3 connection yet."
    />
  </>
))
