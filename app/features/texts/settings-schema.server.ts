import { z } from 'zod'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { formatRut, parseRut } from '#app/kernel/rut.ts'
import {
  type ChoiceDeclaration,
  choiceField,
  type DayDeclaration,
  dayField,
  integer,
  line,
  lines,
  type NumberDeclaration,
  type TextDeclaration,
} from '#app/kit/forms/fields.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import { ACCOUNT_LIMITS } from '#app/platform/mail/transfer-account.ts'
import { ACTIVITY_CODE, BRANCH_CODE, TAX_LIMITS } from '#app/platform/tax-documents/issuer.ts'
import { LAW_DAYS } from '#app/platform/texts/law-dates.ts'
import { PRIVACY_DEFAULTS, RETENTION_LIMITS } from '#app/platform/texts/privacy-settings.ts'
import { MAX_NOTICE_LENGTH, SALE_DEFAULTS, SALE_LIMITS } from '#app/platform/texts/sale-settings.ts'
import { type Checked, cleanLine } from './texts-schema.ts'

/** The settings that are saved together, each with its own history. */
export const SETTING_KEYS = [
  'seller',
  'transfer',
  'sales',
  'privacy',
  'laws',
  'tax',
  'certificates',
  'alerts',
  'notice',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]
export const settingKey = z.enum(SETTING_KEYS)

export type SettingField = {
  name: string
  /** The release's value. */
  original: string
  declared: TextDeclaration | NumberDeclaration | ChoiceDeclaration | DayDeclaration
}

const MISSING = 'Completa este dato, o vuelve al valor original.'

type Attributes = Pick<TextDeclaration, 'type' | 'hint'>

/** A field with a default may not be empty. */
const text = (name: string, original: string, label: string, max: number, more: Attributes = {}): SettingField => ({
  name,
  original,
  declared: line({
    label,
    max,
    tooLong: `Puede tener hasta ${max} caracteres.`,
    ...(original !== '' && { required: MISSING }),
    ...more,
  }),
})

type DayLimits = { min: number; max: number }

const days = (name: string, original: number | null, label: string, limits: DayLimits, hint: string): SettingField => ({
  name,
  original: original === null ? '' : String(original),
  declared: integer({
    label,
    min: limits.min,
    max: limits.max,
    wrong: `Escribe un número entero de días, de ${limits.min} a ${limits.max}.`,
    ...(original !== null && { required: MISSING }),
    hint,
    trail: 'días',
  }),
})

const MAIL = { type: 'email' } as const

/** By setting: its fields in the order of the form. */
export const SETTING_FIELDS: Record<SettingKey, readonly SettingField[]> = {
  seller: [
    text('razon_social', SHOP.razon_social, 'Razón social', 120),
    text('rut_empresa', SHOP.rut_empresa, 'RUT', 14),
    text('direccion', SHOP.direccion, 'Dirección', 200),
    text('correo_soporte', SHOP.correo_soporte, 'Correo de atención', 254, {
      ...MAIL,
      hint: 'Aparece en comprobantes y cotizaciones; a él llegan las respuestas a los correos de la tienda.',
    }),
    text('correo_privacidad', SHOP.correo_privacidad, 'Correo de privacidad', 254, {
      ...MAIL,
      hint: 'Aparece en los textos legales.',
    }),
  ],
  transfer: [
    text('bank', '', 'Banco', ACCOUNT_LIMITS.bank),
    text('account_type', '', 'Tipo de cuenta', ACCOUNT_LIMITS.accountType),
    text('account_number', '', 'Número de cuenta', ACCOUNT_LIMITS.accountNumber),
    text('email', '', 'Correo para comprobantes', 254, { ...MAIL, hint: 'Vacío: el correo de atención.' }),
  ],
  sales: [
    text('vat_text', SALE_DEFAULTS.vatText, 'IVA junto a los precios', SALE_LIMITS.vatText, {
      hint: 'Solo las palabras: la tasa de 19 % y sus cálculos no cambian.',
    }),
    days(
      'access_days',
      SALE_DEFAULTS.accessDays,
      'Vigencia de los accesos',
      SALE_LIMITS.accessDays,
      'Desde el pago, en las compras nuevas.',
    ),
    days(
      'reminder_days',
      SALE_DEFAULTS.reminderDays,
      'Recordar a los invitados cada',
      SALE_LIMITS.reminderDays,
      'Con lo que parte cada compra nueva; quien compra lo cambia en su panel. Vacío: sin recordatorios.',
    ),
    days(
      'quotation_days',
      SALE_DEFAULTS.quotationDays,
      'Validez de las cotizaciones',
      SALE_LIMITS.quotationDays,
      'Días corridos, en las nuevas.',
    ),
  ],
  privacy: [
    {
      name: 'retention_months',
      original: String(PRIVACY_DEFAULTS.retentionMonths),
      declared: integer({
        label: 'Conservar datos y respuestas',
        ...RETENTION_LIMITS,
        wrong: `Escribe un número entero de meses, de ${RETENTION_LIMITS.min} a ${RETENTION_LIMITS.max}.`,
        required: MISSING,
        hint: 'Meses desde el término de cada evaluación. El aviso de privacidad lo promete, y después se borran solos, sin vuelta atrás.',
        trail: 'meses',
      }),
    },
  ],
  laws: [
    {
      name: 'fecha_ley_datos',
      original: LAW_DAYS.fecha_ley_datos,
      declared: dayField({
        label: 'La Ley 21.719, de datos personales, rige desde el',
        required: MISSING,
        hint: 'La dicen cuestionarios, planes, guías y textos legales.',
      }),
    },
  ],
  tax: [
    text('activity', '', 'Giro', TAX_LIMITS.activity, { hint: 'Como está en el SII.' }),
    text('activity_code', '', 'Código de actividad económica', TAX_LIMITS.activityCode, {
      hint: 'Los seis dígitos del SII (acteco).',
    }),
    text('address', '', 'Dirección de la casa matriz o sucursal', TAX_LIMITS.address),
    text('commune', '', 'Comuna', TAX_LIMITS.commune),
    text('branch_code', '', 'Código de sucursal del SII', TAX_LIMITS.branchCode, { hint: 'Vacío: sin sucursales.' }),
    {
      name: 'card_voucher',
      original: 'no',
      declared: choiceField({
        label: 'El comprobante de la tarjeta vale como boleta',
        options: [
          { value: 'no', label: 'No: cada compra con boleta lleva la suya' },
          { value: 'yes', label: 'Sí: las compras con tarjeta no llevan otra boleta' },
        ],
        wrong: 'Elige si el comprobante de la tarjeta vale como boleta.',
        hint: 'Resolución Exenta 176 de 2020 del SII. Pregúntale a tu contador antes de cambiarlo: si el banco ya informa la venta y la tienda emite otra boleta, se declara dos veces.',
      }),
    },
  ],
  certificates: [text('name', '', 'Nombre de quien firma', 80), text('post', '', 'Cargo', 80)],
  alerts: [text('email', '', 'Correo para alertas', 254, { ...MAIL, hint: 'Vacío: cada persona que administra.' })],
  notice: [
    {
      name: 'text',
      original: '',
      declared: lines({
        label: 'Aviso',
        max: MAX_NOTICE_LENGTH,
        tooLong: `Puede tener hasta ${MAX_NOTICE_LENGTH} caracteres.`,
        rows: 2,
        hint: 'Se muestra arriba de todas las páginas de la tienda. Vacío: no se muestra.',
      }),
    },
  ],
}

/** What a document needs of its issuer; without them none is asked for. */
const ISSUER_FIELDS = ['activity', 'activity_code', 'address', 'commune'] as const

/** Required fields of an account. */
const ACCOUNT_FIELDS = ['bank', 'account_type', 'account_number'] as const

/** A field's value to store, or its error. */
function readField({ name, declared }: SettingField, typed: string): { value: string } | { error: string } {
  const parsed = schemaOf(declared).safeParse(typed)
  if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? '' }
  const value = String(parsed.data ?? '')
  if (value !== '' && name === 'rut_empresa') {
    const rut = parseRut(value)
    return rut === undefined
      ? { error: 'El RUT no es válido: revisa el dígito verificador.' }
      : { value: formatRut(rut) }
  }
  const isMail = 'type' in declared && declared.type === 'email'
  if (value === '' || !isMail) return { value }
  const email = foldEmail(value)
  return isEmail(email) ? { value: email } : { error: 'Escribe un correo válido.' }
}

function issuerErrors(value: Readonly<Record<string, string>>): Record<string, string> {
  const errors: Record<string, string> = {}
  if (ISSUER_FIELDS.some(name => value[name] !== ''))
    for (const name of ISSUER_FIELDS)
      if (value[name] === '') errors[name] = 'Completa los datos, o déjalos todos vacíos.'
  if (value.activity_code && !ACTIVITY_CODE.test(value.activity_code))
    errors.activity_code = 'Escribe los seis dígitos.'
  if (value.branch_code && !BRANCH_CODE.test(value.branch_code))
    errors.branch_code = 'Escribe solo los dígitos del código.'
  return errors
}

/**
 * A setting from a form: nothing when it equals the release's. Of sales only differences are stored; the seller is
 * stored whole, so that data of two companies never mix.
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
  if (key === 'tax') Object.assign(errors, issuerErrors(value))
  if (key === 'certificates' && value.post !== '' && value.name === '')
    errors.name = 'Escribe quién firma, o deja también el cargo vacío.'
  const changed = SETTING_FIELDS[key].filter(({ name, original }) => value[name] !== original)
  if (key === 'seller') return { value: changed.length === 0 ? {} : value, errors }
  return { value: Object.fromEntries(changed.map(({ name }) => [name, value[name] ?? ''])), errors }
}
