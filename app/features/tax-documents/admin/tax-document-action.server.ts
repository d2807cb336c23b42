import { z } from 'zod'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import {
  attachFields,
  cancelFields,
  companyReceiverFields,
  DOCUMENT_INTENTS,
  personReceiverFields,
} from '#app/features/tax-documents/document-fields.ts'
import { askAgain, attachDocument, cancelDocument } from '#app/features/tax-documents/manage-document.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { parseRut } from '#app/kernel/rut.ts'
import type { TextDeclaration } from '#app/kit/forms/fields.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { MAX_PDF_BYTES } from '#app/platform/tax-documents/tax-documents.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'

const FIELDS = ['rut', 'name', 'activity', 'address', 'commune', 'reason', 'folio', 'issued_on'] as const

export type DocumentAnswer = FormAnswer<(typeof DOCUMENT_INTENTS)[number], (typeof FIELDS)[number]>

const rutOf = (field: TextDeclaration) =>
  schemaOf(field).transform((typed, context) => {
    const rut = parseRut(typed)
    if (rut !== undefined) return rut
    context.addIssue({ code: 'custom', message: 'El RUT no es válido: revisa el dígito verificador' })
    return z.NEVER
  })

const optional = (field: TextDeclaration) => schemaOf(field).transform(orNull)

/** The forms of a tax document's page. A company's data are all required, as at checkout; a person's are not. */
const documentForm = z.discriminatedUnion('intent', [
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

type Args = SessionArgs & { params: Readonly<Record<'documentId', string>> }

/** The forms of a tax document's page. A PDF is read before the texts, which the form kit takes. */
export async function answerDocument(args: Args) {
  await requireRole(args, ['admin'])
  const pdf = await readPdf(args.request)
  return answerTexts(pdf)(args)
}

const answerTexts = (pdf: ReadPdf) =>
  adminForm(
    { schema: documentForm, intents: DOCUMENT_INTENTS, fields: FIELDS, param: 'documentId' },
    async (command, { services: { db }, actor, id: documentId, now }) => {
      const input = { actor, documentId, now }
      switch (command.intent) {
        case 'ask-company':
        case 'ask-person': {
          const { intent, ...receiver } = command
          await askAgain(db, { ...input, receiver })
          return { done: 'Pedido de nuevo. La respuesta llega en unos segundos: recarga la página.' }
        }
        case 'cancel':
          await cancelDocument(db, { ...input, reason: command.reason })
          return { done: 'Anulado.' }
        case 'attach': {
          if (pdf.problem !== undefined) refuse(pdf.problem, { field: 'pdf' })
          const { folio, issued_on: issuedOn } = command
          await attachDocument(db, { ...input, folio, issuedOn, pdf: pdf.bytes })
          return { done: 'Adjuntado: quien compró lo encuentra en su compra y le avisamos por correo.' }
        }
      }
    },
  )

type ReadPdf = { bytes: Buffer | undefined; problem?: string }

async function readPdf(request: Request): Promise<ReadPdf> {
  const sent = selectedFile((await postedForm(request)).get('pdf'))
  if (!sent) return { bytes: undefined }
  if (sent.size > MAX_PDF_BYTES) return { bytes: undefined, problem: 'El PDF pesa más de 2 MB: elige uno más liviano' }
  const bytes = Buffer.from(await sent.arrayBuffer())
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-')
    return { bytes: undefined, problem: 'Ese archivo no es un PDF' }
  return { bytes }
}
