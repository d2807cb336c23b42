import { z } from 'zod'
import { madeOfTexts } from './live-texts.ts'

/** The terms of new purchases and quotations. */
export type SaleSettings = {
  /** The text beside a price that says the tax is included. */
  vatText: string
  /** Days that accesses hold from the payment (spec D15). */
  accessDays: number
  /** Days until an invited person is reminded, and between reminders; null: no reminders. */
  reminderDays: number | null
  /** Calendar days that a quotation is valid. */
  quotationDays: number
}

/** The release's; `private.sale_days` of db/schema has the two that the database works with. */
export const SALE_DEFAULTS: SaleSettings = {
  vatText: 'IVA incluido',
  accessDays: 180,
  reminderDays: null,
  quotationDays: 15,
}

/** How long texts are (characters) and numbers of days may be. Reminders: the column order_items.reminder_days. */
export const SALE_LIMITS = {
  vatText: 40,
  accessDays: { min: 7, max: 1095 },
  reminderDays: { min: 2, max: 30 },
  quotationDays: { min: 1, max: 90 },
} as const

const days = ({ min, max }: { min: number; max: number }) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .optional()
    .catch(undefined)

const stored = z
  .object({
    vat_text: z.string().trim().min(1).max(SALE_LIMITS.vatText).optional().catch(undefined),
    access_days: days(SALE_LIMITS.accessDays),
    reminder_days: days(SALE_LIMITS.reminderDays),
    quotation_days: days(SALE_LIMITS.quotationDays),
  })
  .catch({})

/** The settings with the overrides of a stored row; invalid ones are ignored. */
export function readSaleSettings(content: unknown): SaleSettings {
  const changed = stored.parse(content)
  return {
    vatText: changed.vat_text ?? SALE_DEFAULTS.vatText,
    accessDays: changed.access_days ?? SALE_DEFAULTS.accessDays,
    reminderDays: changed.reminder_days ?? SALE_DEFAULTS.reminderDays,
    quotationDays: changed.quotation_days ?? SALE_DEFAULTS.quotationDays,
  }
}

/** The settings as they are now. */
export const saleSettings = madeOfTexts(({ settings }) => readSaleSettings(settings.get('sales')))

/** Maximum characters of a notice. */
export const MAX_NOTICE_LENGTH = 200

const notice = z.object({ text: z.string().trim().min(1).max(MAX_NOTICE_LENGTH) })

/** The notice of a stored row; undefined when there is none. */
export function readNotice(content: unknown): string | undefined {
  const parsed = notice.safeParse(content)
  return parsed.success ? parsed.data.text : undefined
}

/** The notice at the top of every page of the shop, for example about maintenance. */
export const shopNotice = madeOfTexts(({ settings }) => readNotice(settings.get('notice')))
