import type { ComponentType } from 'react'

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
  demo: boolean
  /** The shop's own text for its footer. */
  footer: string
}

/** The `handle` of a route that replaces the shop's header and footer. */
export type PageFrame = { Header: ComponentType<FrameProps>; Footer: ComponentType<FrameProps> }
