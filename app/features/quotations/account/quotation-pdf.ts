import { requireQuotation } from '#app/features/quotations/find-quotation.server.ts'
import { quotationDocument } from '#app/features/quotations/quotation-document.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/quotation-pdf'

/** The quotation as a file, for its owner. */
export async function loader(args: Route.LoaderArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { pdf, log } = servicesOf(args.context)
  const rendered = await pdf.render(quotationDocument(quotation, shop().nombre_plataforma), user.id)
  return pdfAnswer(rendered, { name: `cotizacion-${quotation.number}`, log, about: { quotation: quotation.id } })
}
