import { data, Link } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { documentTitle } from '#app/features/orders/order-documents.ts'
import { DOCUMENT_INTENTS } from '#app/features/tax-documents/document-fields.ts'
import { DocumentState } from '#app/features/tax-documents/document-state.tsx'
import { findDocument } from '#app/features/tax-documents/staff-documents.server.ts'
import { mayAskAgain, mayAttach, mayCancel, staffDocumentPath } from '#app/features/tax-documents/tax-documents.ts'
import { dayOf, formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepForms, revalidateOnConflict } from '#app/kit/forms/keep-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/tax-document'
import { AskAgain, AttachDocument, CancelDocument } from './document-forms.tsx'
import { answerDocument } from './tax-document-action.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? documentTitle(loaderData.document) : 'Documento'} · Administración · Alhena` },
]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.documentId).data
  const document = id === undefined ? undefined : await readAs(db, actorOf(user), tx => findDocument(tx, id))
  if (!document) throw data('Not found', 404)
  return { document, today: dayOf(now()) }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepForms(args, DOCUMENT_INTENTS)

export const action = answerDocument

const LIST = { label: 'Documentos tributarios', to: '/admin/finance/tax-documents' }
const link = 'text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current'

/** One tax document: what it says, how it stands, and what the staff can do about it. */
export default function TaxDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { document, today } = loaderData
  const answerTo = (...intents: string[]) =>
    actionData && intents.includes(actionData.intent) ? actionData : undefined
  // A factura is for a company, and so is its nota de crédito.
  const isCompany = document.kind !== 39 && document.receiver_activity !== null
  return (
    <>
      <PageHeading
        title={documentTitle(document)}
        description={`Orden ${document.order_number}, ${formatPesos(document.total_clp)}`}
        before={
          <Breadcrumbs
            items={[{ label: 'Finanzas', to: '/admin/finance' }, LIST, { label: documentTitle(document) }]}
          />
        }
        actions={
          document.status === 'issued' &&
          (['pdf', 'xml'] as const).map(
            format =>
              document[`has_${format}`] && (
                <DownloadLink
                  key={format}
                  to={`${staffDocumentPath(document.id)}/${format}`}
                  variant="secondary"
                  size="sm"
                  pendingLabel="Preparando…"
                >
                  {format.toUpperCase()}
                </DownloadLink>
              ),
          )
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <Panel title="Estado">
            <DocumentState document={document} />
          </Panel>
          {mayAskAgain(document.status) && (
            <AskAgain document={document} isCompany={isCompany} answer={answerTo('ask-company', 'ask-person')} />
          )}
          {mayAttach(document) && (
            <AttachDocument key={document.folio} document={document} today={today} answer={answerTo('attach')} />
          )}
          {mayCancel(document) && <CancelDocument answer={answerTo('cancel')} />}
        </div>
        <Panel title="Datos">
          <Facts>
            <Fact label="Orden">
              <Link to={`/admin/orders/${document.order_id}`} className={link}>
                {document.order_number}
              </Link>
            </Fact>
            {document.corrects_id && (
              <Fact label="Corrige">
                <Link to={staffDocumentPath(document.corrects_id)} className={link}>
                  El documento de la compra
                </Link>
              </Fact>
            )}
            <Fact label="Pedido">{formatDateTime(document.requested_at)}</Fact>
            <Fact label="RUT">{formatRut(document.receiver_rut)}</Fact>
            <Fact label="Nombre o razón social">{document.receiver_name}</Fact>
            {document.receiver_activity && <Fact label="Giro">{document.receiver_activity}</Fact>}
            {document.receiver_address && (
              <Fact label="Dirección">{`${document.receiver_address}, ${document.receiver_commune}`}</Fact>
            )}
            <Fact label="Neto">{formatPesos(document.net_clp)}</Fact>
            <Fact label="IVA">{formatPesos(document.vat_clp)}</Fact>
            <Fact label="Total">{formatPesos(document.total_clp)}</Fact>
          </Facts>
        </Panel>
      </div>
    </>
  )
}
