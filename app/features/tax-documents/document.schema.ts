import { z } from 'zod'
import { parseRut } from '#app/kernel/rut.ts'
import type { TextDeclaration } from '#app/kit/forms/fields.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { attachFields, cancelFields, companyReceiverFields, personReceiverFields } from './document-fields.ts'

const rutOf = (field: TextDeclaration) =>
  schemaOf(field).transform((typed, context) => {
    const rut = parseRut(typed)
    if (rut !== undefined) return rut
    context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
    return z.NEVER
  })

const optional = (field: TextDeclaration) => schemaOf(field).transform(orNull)

/** The forms of a tax document's page. A company's data are all required, as at checkout; a person's are not. */
export const documentForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('ask-company'),
    ...shapeOf(companyReceiverFields),
    rut: rutOf(companyReceiverFields.rut),
  }),
  z.object({
    intent: z.literal('ask-person'),
    rut: rutOf(personReceiverFields.rut),
    name: optional(personReceiverFields.name),
    activity: optional(personReceiverFields.activity),
    address: optional(personReceiverFields.address),
    commune: optional(personReceiverFields.commune),
  }),
  z.object({ intent: z.literal('cancel'), ...shapeOf(cancelFields) }),
  z.object({ intent: z.literal('attach'), ...shapeOf(attachFields) }),
])
