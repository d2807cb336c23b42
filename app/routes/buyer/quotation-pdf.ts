import { requireQuotation } from '#app/features/quotations/find-quotation.server.ts'
import { quotationDocument } from '#app/features/quotations/quotation-document.ts'
import { pdfFileName } from '#app/features/quotations/quotations.ts'
import { SHOP } from '#app/platform/mail/shop.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/quotation-pdf'

const PRIVATE = { 'Cache-Control': 'private, no-store' }

/** The quotation as a file, for its owner. */
export async function loader(args: Route.LoaderArgs) {
  const { user, quotation } = await requireQuotation(args)
  const { pdf, log } = servicesOf(args.context)
  const printed = await pdf.print(quotationDocument(quotation, SHOP.nombre_plataforma), user.id)
  if (printed.ok) {
    return new Response(printed.value, {
      headers: {
        ...PRIVATE,
        'Content-Type': 'application/pdf',
        'Content-Length': String(printed.value.byteLength),
        'Content-Disposition': `attachment; filename="${pdfFileName(quotation.number)}"`,
      },
    })
  }
  if (printed.error.code === 'failed') log.error('pdf_failed', { quotation: quotation.id, error: printed.error.detail })
  return new Response('No pudimos preparar el PDF en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { ...PRIVATE, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
  })
}
