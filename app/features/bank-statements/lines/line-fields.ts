import { line } from '#app/kit/forms/fields.ts'

/** The forms of a credit's page. */
export const LINE_INTENTS = ['settle', 'set-aside', 'return', 'take-back', 'return-surplus'] as const
export type LineIntent = (typeof LINE_INTENTS)[number]

/** Why a credit is from no sale. */
export const asideFields = {
  note: line({ label: 'Qué es', required: 'Escribe qué es, para quien lo lea después', max: 300 }),
} as const

/** How a credit was given back. */
export const returnFields = {
  note: line({
    label: 'Por qué y cómo lo devolviste',
    required: 'Escribe por qué y cómo lo devolviste',
    max: 300,
    hint: 'Queda en la auditoría; quien pagó no lo lee.',
  }),
} as const
