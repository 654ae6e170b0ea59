/** What operators type, letter for letter as the README says it (test/docs/commands.test.ts compares). */

/** A new link for the first administrator. */
export const NEW_SETUP_LINK = "npm run stowage -- bootstrap-token"

const CAPABILITIES = "users=*;buckets=*;metadata=*;usage=*;info=*;accounts=*;ratelimit=*"

/** On the cluster: the technical user, with all that Stowage asks for. It prints the access key and the secret key. */
export const CREATE_TECHNICAL_USER = `radosgw-admin user create --uid stowage --display-name Stowage --caps "${CAPABILITIES}"`

/** The same for one that is there already. */
export const ADD_CAPABILITIES = `radosgw-admin caps add --uid stowage --caps "${CAPABILITIES}"`
