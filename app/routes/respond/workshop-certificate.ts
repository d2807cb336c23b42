import { data } from 'react-router'
import { z } from 'zod'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.db.server.ts'
import { answeringActors } from '#app/features/questionnaires/respondent-session.server.ts'
import { certificateDocument } from '#app/features/workshops/certificate-document.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/workshop-certificate'

const PRIVATE = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' }

/** The certificate as a file, for the participant whose it is. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now, settings, pdf, log } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const found = accessId.success
    ? await findWorkshopVisit(db, { actors: answeringActors(args), accessId: accessId.data, now: now() })
    : undefined
  const visit = found?.state === 'open' ? found.visit : undefined
  if (!visit?.certificate) throw data('Not found', 404)
  const { certificate, workshop } = visit
  const document = certificateDocument({
    certificate,
    words: (await findWorkshopContent(db, workshop.slug))?.certificateText,
    seller: SHOP,
    appUrl: settings.appUrl,
    now: now(),
  })
  const printed = await pdf.print(document, visit.access_id)
  if (printed.ok) {
    return new Response(printed.value, {
      headers: {
        ...PRIVATE,
        'Content-Type': 'application/pdf',
        'Content-Length': String(printed.value.byteLength),
        'Content-Disposition': `attachment; filename="certificado-${certificate.code}.pdf"`,
      },
    })
  }
  if (printed.error.code === 'failed') log.error('pdf_failed', { access: visit.access_id, error: printed.error.detail })
  return new Response('No pudimos preparar el certificado en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { ...PRIVATE, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
  })
}
