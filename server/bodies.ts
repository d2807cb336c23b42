import { MAX_FILE_BYTES } from '#app/features/accesses/invitations/invitation-list.ts'
import { TOO_LARGE } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { MAX_STATEMENT_BYTES, STATEMENT_TOO_LARGE } from '#app/features/bank-statements/import/statement-texts.ts'
import { LOGO_TOO_LARGE } from '#app/features/organisations/logo/logo-texts.ts'
import { MAX_QUESTIONNAIRE_BYTES, QUESTIONNAIRE_TOO_LARGE } from '#app/features/questionnaires/drafts/import-limits.ts'
import { MAX_REPORT_BYTES, REPORT_TOO_LARGE } from '#app/features/reconciliation/reports/report-texts.ts'
import { type BodyLimits, hasTooMuch, SHORT, SIGNED_IN, TEXTS } from '#app/platform/http/body-size.server.ts'
import type { RequestHead } from '#app/platform/http/request-head.ts'
import { MAX_LOGO_BYTES } from '#app/platform/pictures/logo-limits.ts'
import { MAX_PHOTO_BYTES } from '#app/platform/pictures/photo-limits.ts'
import { MAX_PDF_BYTES } from '#app/platform/tax-documents/tax-documents.ts'
import { rulesOf } from './pages.ts'

type Problem = { status: 400 | 411 | 413; text: string }

/** With scripts the page stays under it; without, it is a page of its own. */
const tooLargeText = (bytes: number): string =>
  `Lo que enviaste es demasiado largo: aquí caben ${bytes / 1024} KB. No guardamos nada: acórtalo y envíalo otra vez.`

/** Maximum body sizes of forms with a file; they include the multipart overhead. */
const UPLOADS = {
  people: { maxBytes: MAX_FILE_BYTES + 64 * 1024, tooLarge: TOO_LARGE },
  statement: { maxBytes: MAX_STATEMENT_BYTES + 64 * 1024, tooLarge: STATEMENT_TOO_LARGE },
  document: { maxBytes: MAX_PDF_BYTES + 64 * 1024, tooLarge: 'El PDF pesa más de 2 MB: elige uno más liviano' },
  questionnaire: { maxBytes: MAX_QUESTIONNAIRE_BYTES + 64 * 1024, tooLarge: QUESTIONNAIRE_TOO_LARGE },
  report: { maxBytes: MAX_REPORT_BYTES + 64 * 1024, tooLarge: REPORT_TOO_LARGE },
  photo: {
    maxBytes: MAX_PHOTO_BYTES + 256 * 1024,
    tooLarge: 'La foto pesa demasiado: elige una más liviana. No guardamos nada.',
  },
  logo: { maxBytes: MAX_LOGO_BYTES + 64 * 1024, tooLarge: LOGO_TOO_LARGE },
} as const

/** Where actions look at the session before they read the form. Another spelling of such an address gets a visitor's limits. */
const PRIVATE = /^\/(account|admin)(?=[/.]|$)/

function limitsOf(path: string): BodyLimits {
  if (PRIVATE.test(path)) return SIGNED_IN
  return rulesOf(path).texts ? TEXTS : SHORT
}

/** The bytes that a request's body has, as it says; zero without one. */
export const declaredLength = ({ headers }: RequestHead): number => Number(headers.get('content-length') ?? 0)

/** A body must declare its length, as browsers do; Node itself cuts one that is longer than declared. */
export function sizeProblem(request: RequestHead, path: string): Problem | undefined {
  const length = request.headers.get('content-length')
  const { upload } = rulesOf(path)
  const textBytes = limitsOf(path).bytes
  const { maxBytes, tooLarge } = upload ? UPLOADS[upload] : { maxBytes: textBytes, tooLarge: tooLargeText(textBytes) }
  if (length !== null && Number(length) > maxBytes) return { status: 413, text: tooLarge }
  const hasNoLength = length === null && request.headers.get('transfer-encoding') !== null
  return hasNoLength ? { status: 411, text: 'La solicitud debe indicar su tamaño' } : undefined
}

/**
 * The request with its body read, when that has no more fields than its address expects: parsing is what costs. A form with a
 * file is left to its action, which knows who sends it (`postedForm`).
 */
export async function readBody(request: Request, path: string): Promise<Request | Problem> {
  if (declaredLength(request) === 0 || request.method === 'GET' || request.method === 'HEAD') return request
  if (rulesOf(path).upload) return request
  const body = await request.arrayBuffer().then(
    buffer => new Uint8Array(buffer),
    () => undefined,
  )
  if (body === undefined) return { status: 400, text: 'La solicitud llegó incompleta' }
  return (
    contentProblem(body, request.headers.get('content-type') ?? '', path) ??
    new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal })
  )
}

/** Whether a body has more fields or values than its address expects. */
export const contentProblem = (body: Uint8Array, contentType: string, path: string): Problem | undefined =>
  hasTooMuch(body, contentType, limitsOf(path))
    ? { status: 413, text: 'La solicitud tiene demasiados campos' }
    : undefined
