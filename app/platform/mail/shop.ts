import { z } from 'zod'
import { isEmail } from '#app/kernel/email.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { type LiveTexts, madeOfTexts } from '#app/platform/texts/live-texts.ts'
import { readSaleSettings, SALE_DEFAULTS } from '#app/platform/texts/sale-settings.ts'
import shopData from '#content/shop.es.json' with { type: 'json' }

const shopSchema = z.object({
  /** True while the file contains invented data; a real shop warns at its start. */
  datos_de_demostracion: z.boolean(),
  nombre_plataforma: z.string().min(1),
  razon_social: z.string().min(1),
  rut_empresa: z.string().refine(rut => parseRut(rut) !== undefined, 'is no RUT'),
  direccion: z.string().min(1),
  correo_remitente: z.string().refine(isEmail),
  correo_soporte: z.string().refine(isEmail),
  correo_privacidad: z.string().refine(isEmail),
  enlace_privacidad: z.string().startsWith('/'),
  /** Where anybody sees, corrects or erases the own data. */
  enlace_datos: z.string().startsWith('/'),
})

/** The seller as documents, mails and legal texts name it, and the text about tax beside a price. */
export type Shop = z.infer<typeof shopSchema> & { texto_iva: string }

/** The release's (content/shop.es.json). */
export const SHOP: Shop = { ...shopSchema.parse(shopData), texto_iva: SALE_DEFAULTS.vatText }

/** The seller as administrators set it. All fields are stored together, so that data of two companies never mix. */
export const sellerSetting = shopSchema.pick({
  razon_social: true,
  rut_empresa: true,
  direccion: true,
  correo_soporte: true,
  correo_privacidad: true,
})

/** The shop with stored settings instead of the release's; invalid ones are ignored. */
function readShop(settings: LiveTexts['settings']): Shop {
  const seller = sellerSetting.safeParse(settings.get('seller'))
  const own = { ...SHOP, texto_iva: readSaleSettings(settings.get('sales')).vatText }
  return seller.success ? { ...own, ...seller.data, datos_de_demostracion: false } : own
}

/** The shop as it is now. */
export const shop = madeOfTexts(({ settings }) => readShop(settings))

const documentSeller = shopSchema.pick({
  razon_social: true,
  rut_empresa: true,
  direccion: true,
  correo_soporte: true,
})
/** Whom a document names as its seller. */
export type DocumentSeller = z.infer<typeof documentSeller>

/** The seller that a new document names. */
export const sellerNow = (): DocumentSeller => documentSeller.parse(shop())

/** The seller that an earlier document named; the release's if none was stored. */
export function sellerThen(stored: unknown): DocumentSeller {
  const seller = documentSeller.safeParse(stored)
  return seller.success ? seller.data : documentSeller.parse(SHOP)
}

const signer = z.object({ name: z.string().trim().min(1).max(80), post: z.string().trim().max(80).catch('') })
/** Who signs certificates for the seller. */
export type Signer = z.infer<typeof signer>

/** The signer of a stored setting; undefined when nobody was named. */
export const readSigner = (content: unknown): Signer | undefined => signer.safeParse(content).data

const signerSetting = madeOfTexts(({ settings }) => readSigner(settings.get('certificates')))

/** Who issues a certificate, and who signs it. */
export type CertificateIssuer = DocumentSeller & { signer: Signer | undefined }

/** The issuer of a new certificate. */
export const issuerNow = (): CertificateIssuer => ({ ...sellerNow(), signer: signerSetting() })

/** The issuer of a stored certificate; nobody signed the oldest ones. */
export const issuerThen = (stored: unknown): CertificateIssuer => ({
  ...sellerThen(stored),
  signer: z.object({ signer }).safeParse(stored).data?.signer,
})
