import { z } from 'zod'
import { parseRut } from '#app/kernel/rut.ts'
import { cutText } from '#app/kernel/text.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { madeOfTexts } from '#app/platform/texts/live-texts.ts'
import type { DocumentIssuer } from './tax-documents.ts'

/** Longest texts of the issuer in the SII's formats. */
export const TAX_LIMITS = { activity: 80, activityCode: 6, address: 70, commune: 20, branchCode: 9 } as const
export const ACTIVITY_CODE = /^\d{6}$/
export const BRANCH_CODE = /^\d{1,9}$/

const text = (max: number) => z.string().trim().max(max).catch('')
const stored = z
  .object({
    activity: text(TAX_LIMITS.activity),
    activity_code: text(TAX_LIMITS.activityCode),
    address: text(TAX_LIMITS.address),
    commune: text(TAX_LIMITS.commune),
    branch_code: text(TAX_LIMITS.branchCode),
    // `private.card_voucher_is_boleta` of db/schema reads the same.
    card_voucher: z.enum(['no', 'yes']).catch('no'),
  })
  .catch({ activity: '', activity_code: '', address: '', commune: '', branch_code: '', card_voucher: 'no' })

/** The setting 'tax' of a stored row; empty texts where it has none. */
export const readTaxSettings = (content: unknown) => stored.parse(content ?? {})

const taxSettings = madeOfTexts(({ settings }) => readTaxSettings(settings.get('tax')))

/** Who issues documents now; undefined while the settings lack something that every document needs. */
export function documentIssuer(): DocumentIssuer | undefined {
  const { activity, activity_code, address, commune, branch_code } = taxSettings()
  const { razon_social, rut_empresa } = shop()
  const rut = parseRut(rut_empresa)
  if (!rut || !activity || !ACTIVITY_CODE.test(activity_code) || !address || !commune) return undefined
  return {
    rut,
    name: cutText(razon_social, 100),
    activity,
    activityCode: Number(activity_code),
    address,
    commune,
    branchCode: branch_code === '' ? undefined : branch_code,
  }
}
