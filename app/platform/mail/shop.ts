import { z } from 'zod'
import { parseRut } from '#app/kernel/rut.ts'
import shopData from '#content/shop.es.json' with { type: 'json' }

const shopSchema = z.object({
  /** True while the file still holds invented data; a real shop says so at its start. */
  datos_de_demostracion: z.boolean(),
  nombre_plataforma: z.string().min(1),
  razon_social: z.string().min(1),
  rut_empresa: z.string().refine(rut => parseRut(rut) !== undefined, 'is no RUT'),
  direccion: z.string().min(1),
  correo_remitente: z.email(),
  correo_soporte: z.email(),
  correo_privacidad: z.email(),
  enlace_privacidad: z.string().startsWith('/'),
})

/** The seller as mails and legal texts name it. */
export type Shop = z.infer<typeof shopSchema>

export const SHOP: Shop = shopSchema.parse(shopData)
