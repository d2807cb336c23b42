import { data } from 'react-router'
import { quotationDocument } from '#app/features/quotations/quotation-document.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/shared-quotation-pdf'
import { findShared } from './shared-quotation.server.ts'

/** The quotation as a file, for the holder of its link. */
export async function loader(args: Route.LoaderArgs) {
  const quotation = (await findShared(args))?.quotation
  if (!quotation) throw data('Not found', 404)
  const { pdf, log } = servicesOf(args.context)
  const rendered = await pdf.render(quotationDocument(quotation, shop().nombre_plataforma), quotation.id)
  return pdfAnswer(rendered, { name: `cotizacion-${quotation.number}`, log, about: { quotation: quotation.id } })
}
