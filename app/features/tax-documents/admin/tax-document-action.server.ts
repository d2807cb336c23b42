import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import { documentForm } from '#app/features/tax-documents/document.schema.ts'
import { DOCUMENT_INTENTS } from '#app/features/tax-documents/document-fields.ts'
import {
  askAgain,
  attachDocument,
  cancelDocument,
  type DocumentFailure,
} from '#app/features/tax-documents/manage-document.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { outcomeOf } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { MAX_PDF_BYTES } from '#app/platform/tax-documents/tax-documents.ts'
import { chosenFile } from '#app/platform/uploads/chosen-file.ts'

const FIELDS = ['rut', 'name', 'activity', 'address', 'commune', 'reason', 'folio', 'issued_on'] as const

export type DocumentAnswer = FormAnswer<(typeof DOCUMENT_INTENTS)[number], (typeof FIELDS)[number]>

const NOT_NOW = 'No se hizo: el documento cambió mientras lo tenías abierto. Abajo está cómo quedó.'
const FAILURES: Record<DocumentFailure['code'], string> = {
  document_not_found: 'Este documento no existe.',
  not_now: NOT_NOW,
}
const ATTACH_FAILURES = {
  ...FAILURES,
  future_day: { field: 'issued_on', text: 'Esa fecha todavía no llega.' },
} as const

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
          return outcomeOf(
            await askAgain(db, { ...input, receiver }),
            'Pedido de nuevo. La respuesta llega en unos segundos: recarga la página.',
            FAILURES,
          )
        }
        case 'cancel':
          return outcomeOf(await cancelDocument(db, { ...input, reason: command.reason }), 'Anulado.', FAILURES)
        case 'attach': {
          if (pdf.problem !== undefined) refuse(pdf.problem, { field: 'pdf' })
          const { folio, issued_on: issuedOn } = command
          return outcomeOf(
            await attachDocument(db, { ...input, folio, issuedOn, pdf: pdf.bytes }),
            'Adjuntado: quien compró lo encuentra en su compra y le avisamos por correo.',
            ATTACH_FAILURES,
          )
        }
      }
    },
  )

type ReadPdf = { bytes: Buffer | undefined; problem?: string }

async function readPdf(request: Request): Promise<ReadPdf> {
  const sent = chosenFile((await postedForm(request)).get('pdf'))
  if (!sent) return { bytes: undefined }
  if (sent.size > MAX_PDF_BYTES) return { bytes: undefined, problem: 'El PDF pesa más de 2 MB: elige uno más liviano' }
  const bytes = Buffer.from(await sent.arrayBuffer())
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-')
    return { bytes: undefined, problem: 'Ese archivo no es un PDF' }
  return { bytes }
}
