import { z } from 'zod'
import { formatRut, parseRut } from '#app/kernel/rut.ts'
import { type SellerSetting, SHOP } from '#app/platform/mail/shop.ts'
import { ACCOUNT_LIMITS } from '#app/platform/mail/transfer-account.ts'
import { NOTICE_MOST, SALE_DEFAULTS, SALE_LIMITS } from '#app/platform/texts/sale-settings.ts'
import { type Checked, cleanLine } from './texts.schema.ts'

/** The settings that are saved together, each with its own history. */
export const SETTING_KEYS = ['seller', 'transfer', 'sales', 'notice'] as const
export type SettingKey = (typeof SETTING_KEYS)[number]
export const settingKey = z.enum(SETTING_KEYS)

export type SettingField = {
  name: string
  label: string
  /** What it is without anybody's change. */
  original: string
  /** Characters. */
  most: number
  look: 'text' | 'email' | 'number' | 'area'
  hint?: string
  trail?: string
}

const seller: Record<keyof SellerSetting, Omit<SettingField, 'name' | 'original'>> = {
  razon_social: { label: 'Razón social', most: 120, look: 'text' },
  rut_empresa: { label: 'RUT', most: 14, look: 'text' },
  direccion: { label: 'Dirección', most: 200, look: 'text' },
  correo_soporte: {
    label: 'Correo de atención',
    most: 254,
    look: 'email',
    hint: 'Aparece en comprobantes y cotizaciones; a él llegan las respuestas a los correos de la tienda.',
  },
  correo_privacidad: {
    label: 'Correo de privacidad',
    most: 254,
    look: 'email',
    hint: 'Aparece en los textos legales.',
  },
}

const SELLER_NAMES = ['razon_social', 'rut_empresa', 'direccion', 'correo_soporte', 'correo_privacidad'] as const

const numberField = (label: string, original: number | null, hint: string): Omit<SettingField, 'name'> => ({
  label,
  original: original === null ? '' : String(original),
  most: 4,
  look: 'number',
  hint,
  trail: 'días',
})

/** By setting: its fields in the order of the form. */
export const SETTING_FIELDS: Record<SettingKey, readonly SettingField[]> = {
  seller: SELLER_NAMES.map(name => ({ name, original: SHOP[name], ...seller[name] })),
  transfer: [
    { name: 'bank', label: 'Banco', original: '', most: ACCOUNT_LIMITS.bank, look: 'text' },
    { name: 'account_type', label: 'Tipo de cuenta', original: '', most: ACCOUNT_LIMITS.accountType, look: 'text' },
    {
      name: 'account_number',
      label: 'Número de cuenta',
      original: '',
      most: ACCOUNT_LIMITS.accountNumber,
      look: 'text',
    },
    {
      name: 'email',
      label: 'Correo para comprobantes',
      original: '',
      most: 254,
      look: 'email',
      hint: 'Vacío: el correo de atención.',
    },
  ],
  sales: [
    {
      name: 'vat_text',
      label: 'IVA junto a los precios',
      original: SALE_DEFAULTS.vatText,
      most: SALE_LIMITS.vatText,
      look: 'text',
      hint: 'Solo las palabras: la tasa de 19 % y sus cálculos no cambian.',
    },
    {
      name: 'access_days',
      ...numberField('Vigencia de los accesos', SALE_DEFAULTS.accessDays, 'Desde el pago, en las compras nuevas.'),
    },
    {
      name: 'reminder_days',
      ...numberField(
        'Recordar a los invitados cada',
        SALE_DEFAULTS.reminderDays,
        'Con lo que parte cada compra nueva; quien compra lo cambia en su panel. Vacío: sin recordatorios.',
      ),
    },
    {
      name: 'quotation_days',
      ...numberField('Validez de las cotizaciones', SALE_DEFAULTS.quotationDays, 'Días corridos, en las nuevas.'),
    },
  ],
  notice: [
    {
      name: 'text',
      label: 'Aviso',
      original: '',
      most: NOTICE_MOST,
      look: 'area',
      hint: 'Se muestra arriba de todas las páginas de la tienda. Vacío: no se muestra.',
    },
  ],
}

/** What an account cannot do without. */
const ACCOUNT_FIELDS = ['bank', 'account_type', 'account_number'] as const

const DAYS: Readonly<Record<string, { least: number; most: number } | undefined>> = {
  access_days: SALE_LIMITS.accessDays,
  reminder_days: SALE_LIMITS.reminderDays,
  quotation_days: SALE_LIMITS.quotationDays,
}

/** A field as it would be kept, or what is wrong with it. */
function readField({ name, original, most, look }: SettingField, typed: string): { value: string } | { error: string } {
  const mayBeEmpty = original === ''
  if (typed === '') return mayBeEmpty ? { value: '' } : { error: 'Completa este dato, o vuelve al valor original.' }
  if (typed.length > most) return { error: `Puede tener hasta ${most} caracteres.` }
  const limits = DAYS[name]
  if (limits !== undefined) {
    const days = /^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN
    return days >= limits.least && days <= limits.most
      ? { value: String(days) }
      : { error: `Escribe un número entero de días, de ${limits.least} a ${limits.most}.` }
  }
  if (name === 'rut_empresa') {
    const rut = parseRut(typed)
    return rut === undefined
      ? { error: 'El RUT no es válido: revisa el dígito verificador.' }
      : { value: formatRut(rut) }
  }
  if (look === 'email' && !z.email().safeParse(typed).success) return { error: 'Escribe un correo válido.' }
  return { value: typed }
}

/**
 * A setting as a form says it: nothing when it equals the release's. Of sales only what differs is kept; the seller is kept whole,
 * because half of a company is none.
 */
export function readSettingForm(
  key: SettingKey,
  form: Readonly<Record<string, string>>,
): Checked<Record<string, string>> {
  const errors: Record<string, string> = {}
  const value: Record<string, string> = {}
  for (const field of SETTING_FIELDS[key]) {
    const read = readField(field, cleanLine(form[field.name] ?? field.original))
    if ('error' in read) errors[field.name] = read.error
    else value[field.name] = read.value
  }
  if (key === 'transfer' && Object.values(value).some(typed => typed !== ''))
    for (const name of ACCOUNT_FIELDS) if (value[name] === '') errors[name] = 'Completa la cuenta, o déjala toda vacía.'
  const changed = SETTING_FIELDS[key].filter(({ name, original }) => value[name] !== original)
  if (key === 'seller') return { value: changed.length === 0 ? {} : value, errors }
  return { value: Object.fromEntries(changed.map(({ name }) => [name, value[name] ?? ''])), errors }
}
