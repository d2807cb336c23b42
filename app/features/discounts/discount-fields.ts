import { choiceField, integer, line, lines, pesosField } from '#app/kit/forms/fields.ts'
import { TYPE_LABELS } from './discount-admin.ts'

/** Maximum amount of a code in pesos; more than any order of the shop. */
const MAX_PESOS = 100_000_000

export const CODE_RULE = 'Usa de 3 a 40 caracteres: letras sin tilde, números, guion y guion bajo'

const pesos = { min: 0, max: MAX_PESOS, step: 1000, trail: 'CLP' } as const

/** The fields of a code, with the limits and steps of specification 2, sections 5 and 9. */
export const discountFields = {
  code: line({
    label: 'Código',
    required: 'Ingresa el código',
    max: 40,
    tooLong: CODE_RULE,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  }),
  name: line({ label: 'Nombre', required: 'Ingresa el nombre', max: 120, autoComplete: 'off' }),
  description: lines({ label: 'Descripción', optional: true, max: 500, rows: 2 }),
  type: choiceField({
    label: 'Tipo',
    options: [
      { value: 'percentage', label: TYPE_LABELS.percentage },
      { value: 'fixed_amount', label: TYPE_LABELS.fixed_amount },
    ],
    wrong: 'Elige el tipo',
  }),
  min_order_amount: pesosField({ label: 'Compra mínima, en pesos', optional: true, ...pesos }),
} as const

/** The value of a code, by its type. */
export const valueFields = {
  percentage: integer({ label: 'Valor, en porcentaje', required: 'Ingresa el valor', min: 1, max: 100, trail: '%' }),
  fixed_amount: pesosField({ label: 'Valor, en pesos', required: 'Ingresa el valor', ...pesos }),
} as const

/** Optional limits of a code, each behind its toggle `has_{name}`. */
export const limitFields = {
  max_uses: integer({ label: 'Máximo de usos', required: 'Ingresa el máximo de usos', min: 1, max: 1_000_000_000 }),
  duration_days: integer({
    label: 'Días desde su creación',
    required: 'Ingresa los días',
    min: 1,
    max: 3650,
    trail: 'días',
    hint: 'Si también tiene término, vale el que llegue primero.',
  }),
  max_discount_amount: pesosField({
    label: 'Descuento máximo, en pesos',
    required: 'Ingresa el descuento máximo',
    ...pesos,
  }),
} as const
