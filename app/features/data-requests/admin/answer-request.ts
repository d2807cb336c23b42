import { EXTENSION_DAYS, REQUEST_KINDS } from '#app/features/data-requests/data-requests.ts'
import { choiceField, dayField, line, lines } from '#app/kit/forms/fields.ts'
import type { DataRequestKind } from '#app/platform/database/values.ts'

/** What the shop carries out itself when a request is fulfilled. */
export type CarriedOut = 'nothing' | 'erase' | 'block' | 'unblock' | 'stop-mails'

export const extensionFields = {
  extension_reason: lines({
    label: 'Por qué se necesita más tiempo',
    max: 1000,
    required: 'Escribe el motivo: se envía a la persona',
    rows: 3,
    hint: `Se extiende una vez, por ${EXTENSION_DAYS} días corridos, y se avisa por correo.`,
  }),
} as const

export const fulfilFields = {
  carry_out: choiceField<CarriedOut>({
    label: 'Qué hace la tienda ahora',
    options: [
      { value: 'nothing', label: 'Nada más: ya se hizo' },
      { value: 'erase', label: 'Borrar todos los datos de este correo' },
      { value: 'block', label: 'Bloquear los datos de este correo' },
      { value: 'unblock', label: 'Quitar el bloqueo de este correo' },
      { value: 'stop-mails', label: 'No enviarle más invitaciones ni recordatorios' },
    ],
    wrong: 'Elige qué hace la tienda',
    hint: 'Antes, asegúrate de que quien pide es la persona de ese correo.',
  }),
  answer: lines({
    label: 'Qué se hizo',
    max: 4000,
    required: 'Escribe qué se hizo: se envía a la persona y queda como prueba',
    rows: 4,
  }),
} as const

export const refusalFields = {
  reason: lines({
    label: 'Motivo de la negativa',
    max: 4000,
    required: 'La negativa debe ser fundada: escribe el motivo',
    rows: 4,
    hint: 'Se envía por correo, con el plazo para reclamar ante la Agencia.',
  }),
} as const

const KINDS = Object.entries(REQUEST_KINDS).flatMap(([value, label]) => (isKind(value) ? [{ value, label }] : []))

function isKind(value: string): value is DataRequestKind {
  return Object.hasOwn(REQUEST_KINDS, value)
}

export const recordFields = {
  kind: choiceField<DataRequestKind>({ label: 'Tipo', options: KINDS, wrong: 'Elige el tipo de solicitud' }),
  received_on: dayField({ label: 'Recibida el', required: 'Escribe el día en que llegó' }),
  email: line({
    label: 'Correo de la persona',
    max: 254,
    required: 'Debe ser un correo electrónico válido',
    type: 'email',
    hint: 'A él se le envían el acuse de recibo y la respuesta.',
  }),
  person_name: line({ label: 'Nombre', max: 120, optional: true }),
  details: lines({ label: 'Qué pide', max: 2000, required: 'Escribe qué pide', rows: 4 }),
} as const
