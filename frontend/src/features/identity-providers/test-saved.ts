import { testLdapProvider, testOidcProvider, type TestReport } from "~/client/identity-providers"
import type { ProviderRow } from "./provider-row"

/** Tries a provider as it is stored, with its stored secret. */
export const testSaved = ({ id, ldap, oidc }: ProviderRow): Promise<TestReport> => {
  if (oidc) return testOidcProvider({ id, config: oidc.config })
  if (ldap) return testLdapProvider({ id, config: ldap.config })
  return Promise.reject(new Error("There is nothing to test."))
}
