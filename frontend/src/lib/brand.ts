import { createContextId, useContext } from "@builder.io/qwik"

/** How the installation presents itself. The page comes with it; a change of the settings page shows at once. */
export interface Brand {
  name: string
  logo_url: string | null
  /** What the login page says; null everywhere else. */
  login_note: string | null
}

export const BRAND: Brand = { name: "Stowage", logo_url: null, login_note: null }

export const BrandContext = createContextId<Brand>("brand")
export const useBrand = (): Brand => useContext(BrandContext)
