import { data } from 'react-router'
import { z } from 'zod'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { certificateDocument } from '#app/features/workshops/certificate-document.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/workshop-certificate'

/** The certificate as a file, for its participant. */
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
    text: (await findWorkshopContent(db, workshop.slug))?.certificateText,
    brand: shop().nombre_plataforma,
    appUrl: settings.appUrl,
    now: now(),
  })
  const rendered = await pdf.render(document, visit.access_id)
  return pdfAnswer(rendered, {
    name: `certificado-${certificate.code}`,
    log,
    about: { access: visit.access_id },
    headers: { 'Referrer-Policy': 'no-referrer' },
  })
}
