import { AreaField } from "~/components/ui/area-field"

export const CertificateField = (props: { readonly value: string | null | undefined }) => (
  <AreaField
    name="ca_certificate"
    label="Certificate of its authority"
    value={props.value ?? ""}
    placeholder="-----BEGIN CERTIFICATE-----"
    hint="PEM, where the server’s certificate is from a private authority. Empty: the public ones."
    rows={5}
  />
)
