import { choiceField, line, lines } from '#app/kit/forms/fields.ts'
import type { ProcessingCapacity } from '#app/platform/database/values.ts'

/** In which capacity the shop processes: it decides, or works for a buyer. */
export const CAPACITIES: Readonly<Record<ProcessingCapacity, string>> = {
  controller: 'Responsable',
  processor: 'Encargada de quien compra',
}

const MAX = 3000
const paragraph = (label: string, hint?: string) =>
  lines({ label, max: MAX, required: 'Completa este dato', rows: 3, ...(hint !== undefined && { hint }) })

/** One processing activity of the record. */
export const activityFields = {
  name: line({ label: 'Tratamiento', max: 160, required: 'Escribe cómo se llama' }),
  capacity: choiceField<ProcessingCapacity>({
    label: 'La tienda es',
    options: [
      { value: 'controller', label: CAPACITIES.controller },
      { value: 'processor', label: CAPACITIES.processor },
    ],
    wrong: 'Elige si la tienda es responsable o encargada',
  }),
  purposes: paragraph('Para qué'),
  legal_basis: paragraph('Base de licitud'),
  subjects: paragraph('De quiénes'),
  data_categories: paragraph('Qué datos'),
  recipients: paragraph('Quién los recibe'),
  retention: paragraph('Por cuánto tiempo'),
  safeguards: paragraph('Medidas de seguridad'),
} as const
