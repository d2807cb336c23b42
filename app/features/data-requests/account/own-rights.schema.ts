import { z } from 'zod'
import { schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { askFields, correctionFields, ERASE_WORD, objectionFields } from './own-rights.ts'

const access_id = z.uuid()

/** The forms of the page of the own data. */
export const ownRightForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('correct'), access_id, ...shapeOf(correctionFields) }),
  z.object({ intent: z.literal('block') }),
  z.object({ intent: z.literal('unblock') }),
  z.object({ intent: z.literal('object'), ...shapeOf(objectionFields) }),
  z.object({ intent: z.literal('withdraw-objection') }),
  z.object({
    intent: z.literal('erase'),
    /** Absent: all of them. */
    access_id: access_id.nullable().catch(null),
    word: z
      .string()
      .default('')
      .refine(typed => typed.trim().toUpperCase() === ERASE_WORD, `Escribe ${ERASE_WORD} para confirmar`),
  }),
  z.object({ intent: z.literal('ask'), kind: schemaOf(askFields.kind), details: schemaOf(askFields.details) }),
])

export type OwnRight = z.output<typeof ownRightForm>
