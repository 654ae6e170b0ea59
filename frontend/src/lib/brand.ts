import { createContextId, useContext } from "@builder.io/qwik"

export interface Brand {
  name: string
  logo_url: string | null
  login_note: string | null
}

export const DEFAULT_BRAND: Brand = { name: "Stowage", logo_url: null, login_note: null }

export const BrandContext = createContextId<Brand>("brand")
export const useBrand = (): Brand => useContext(BrandContext)
