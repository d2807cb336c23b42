import { data, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { documentTitle } from '#app/features/orders/order-documents.ts'
import {
  attachFields,
  cancelFields,
  companyReceiverFields,
  DOCUMENT_INTENTS,
  personReceiverFields,
} from '#app/features/tax-documents/document-fields.ts'
import { DocumentState } from '#app/features/tax-documents/document-state.tsx'
import { findDocument, type StaffDocument } from '#app/features/tax-documents/staff-documents.server.ts'
import { mayAskAgain, mayAttach, mayCancel, staffDocumentPath } from '#app/features/tax-documents/tax-documents.ts'
import { dayOf, formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/tax-document'
import { answerDocument, type DocumentAnswer } from './tax-document-action.server.ts'

type FormProps = { document: StaffDocument; answer: DocumentAnswer | undefined }

const useSending = (intent: string): boolean => useNavigation().formData?.get('intent') === intent

/** Corrects whom a rejected document is for, and asks for it again. */
function AskAgain({ document, isCompany, answer }: FormProps & { isCompany: boolean }) {
  const intent = isCompany ? 'ask-company' : 'ask-person'
  const sending = useSending(intent)
  const { ref, field } = useForm(isCompany ? companyReceiverFields : personReceiverFields, answer)
  return (
    <Panel
      title="Corregir y pedir de nuevo"
      description="Los datos valen para este documento y para las notas de crédito que lo esperan. La orden conserva los suyos."
    >
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value={intent} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('rut', formatRut(document.receiver_rut))} />
          <TextField {...field('name', document.receiver_name)} />
          {(isCompany || document.kind === 61) && (
            <>
              <TextField {...field('activity', document.receiver_activity)} />
              <TextField {...field('address', document.receiver_address)} />
              <TextField {...field('commune', document.receiver_commune)} />
            </>
          )}
        </div>
        <Button type="submit" pending={sending} pendingLabel="Pidiendo…" className="justify-self-start">
          Pedir de nuevo
        </Button>
      </Form>
    </Panel>
  )
}

/** Says that a document will not be issued, and why. */
function CancelDocument({ answer }: Pick<FormProps, 'answer'>) {
  const sending = useSending('cancel')
  const { ref, field } = useForm(cancelFields, answer)
  return (
    <Panel
      title="Anular"
      description="No se emite por aquí. Se puede adjuntar después, si la tienda lo emite por su cuenta."
    >
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="cancel" />
        <TextField {...field('reason')} />
        <Button
          type="submit"
          variant="danger"
          pending={sending}
          pendingLabel="Anulando…"
          className="justify-self-start"
        >
          Anular el documento
        </Button>
      </Form>
    </Panel>
  )
}

/** Attaches a document that the shop issued by its own means. */
function AttachDocument({ document, today, answer }: FormProps & { today: string }) {
  const sending = useSending('attach')
  const { ref, errors, field } = useForm(attachFields, answer)
  return (
    <Panel
      title={document.status === 'issued' ? 'Corregir lo adjuntado' : 'Adjuntar el documento'}
      description="Si la tienda lo emitió por su cuenta. Quien compró lo encuentra en su compra y recibe un correo."
    >
      <Form ref={ref} method="post" encType="multipart/form-data" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="attach" />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('folio', document.folio)} />
          <TextField {...field('issued_on', document.issued_on ?? today)} max={today} />
        </div>
        <FileField
          name="pdf"
          label="PDF"
          optional
          accept="application/pdf,.pdf"
          error={errors.pdf}
          hint={document.has_pdf ? 'Hasta 2 MB. Sin archivo queda el que ya está.' : 'Hasta 2 MB.'}
        />
        <Button
          type="submit"
          variant="secondary"
          pending={sending}
          pendingLabel="Guardando…"
          className="justify-self-start"
        >
          Adjuntar
        </Button>
      </Form>
    </Panel>
  )
}

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

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(DOCUMENT_INTENTS))

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
          <Breadcrumbs items={[{ label: 'Órdenes', to: '/admin/orders' }, LIST, { label: documentTitle(document) }]} />
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
