import type { ComponentType } from 'react'

/** Legal texts, linked from every page. */
export const LEGAL = [
  { to: '/legal/condiciones', label: 'Condiciones de compra' },
  { to: '/legal/privacidad', label: 'Privacidad' },
  { to: '/legal/cookies', label: 'Cookies y analítica' },
  { to: '/preferencias-de-privacidad', label: 'Preferencias de privacidad' },
] as const

/** The header's shortcuts (specification 1, section 2): the first three on large screens, all in the mobile menu. */
export const HEADER_CATEGORIES = [
  'Inteligencia Artificial',
  'Transformación Digital',
  'Liderazgo',
  'Metodologías Ágiles',
  'Data Analytics',
] as const

/** Address of the list of one category. */
export const categoryAddress = (name: string): string => `/assessments?category=${encodeURIComponent(name)}`

/** What the shop's frame shows above and below a page. */
export type FrameProps = {
  seller: {
    razon_social: string
    rut_empresa: string
    direccion: string
    correo_soporte: string
    /** Says that the company is invented; empty in a real shop. */
    note: string
  }
  /** Whether the demo keeps its mails in a mailbox of its own. */
  hasMailbox: boolean
  /** The shop's own text for its footer. */
  footer: string
}

/** The `handle` of a route that replaces the shop's header and footer. */
export type PageFrame = { Header: ComponentType<FrameProps>; Footer: ComponentType<FrameProps> }
