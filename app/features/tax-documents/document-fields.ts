import { billingFields } from '#app/features/payments/checkout/billing-fields.ts'
import { dayField, integer, line } from '#app/kit/forms/fields.ts'

/** Optional where the SII asks only companies for it. */
const unrequired = <const D extends { required: string; minLength: number }>({ required, minLength, ...field }: D) => ({
  ...field,
  optional: true as const,
})

/** The receiver of a factura. */
export const companyReceiverFields = {
  rut: billingFields.billing_rut,
  name: billingFields.billing_name,
  activity: billingFields.billing_activity,
  address: billingFields.billing_address,
  commune: billingFields.billing_commune,
} as const

/** The receiver of a boleta or of its nota de crédito, who may be a person. */
export const personReceiverFields = {
  rut: line({
    label: 'RUT',
    required: 'Ingresa el RUT',
    max: 40,
    autoComplete: 'off',
    hint: '66.666.666-6: sin nombrar a quien compró.',
  }),
  name: line({ ...unrequired(billingFields.billing_name), label: 'Nombre' }),
  activity: line(unrequired(billingFields.billing_activity)),
  address: line(unrequired(billingFields.billing_address)),
  commune: line(unrequired(billingFields.billing_commune)),
} as const

export const cancelFields = {
  reason: line({
    label: 'Por qué no se emite',
    required: 'Escribe el motivo',
    max: 300,
    hint: 'Queda en la auditoría. Quien compró solo ve que no tiene documento.',
  }),
} as const

/** What is attached of a document that was issued elsewhere. */
export const attachFields = {
  folio: integer({
    label: 'Folio',
    required: 'Ingresa el folio',
    min: 1,
    max: 9_999_999_999,
    wrong: 'Escribe el folio solo con dígitos',
  }),
  issued_on: dayField({ label: 'Fecha de emisión', required: 'Elige la fecha de emisión' }),
} as const

export const DOCUMENT_INTENTS = ['ask-company', 'ask-person', 'cancel', 'attach'] as const
