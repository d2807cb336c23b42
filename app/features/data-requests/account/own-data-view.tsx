import { Link } from 'react-router'
import { REQUEST_KINDS, REQUEST_STATUSES } from '#app/features/data-requests/data-requests.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { OwnAccessPanel, type OwnRightAnswer } from './own-access-panel.tsx'
import type { OwnData as Found } from './own-data-frame.server.ts'
import { OwnRightsPanel } from './own-rights-panel.tsx'
import { dateOf, isUnknown, momentOf, type PersonalData } from './personal-data.ts'

type OwnDataProps = {
  own: Found
  /** Names of the sent mails and of the log's actions, by their codes. */
  names: Readonly<Record<string, string>>
  files: string
  answer: OwnRightAnswer | undefined
}

/** Everything that is kept about a person, and what the person can do with it. */
export function OwnData({ own: { data, answers }, names, files, answer }: OwnDataProps) {
  return (
    <>
      <FormOutcome answer={answer} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-6">
          {isUnknown(data) && (
            <Alert title="No guardamos datos con este correo">
              Solo quedan esta solicitud y los correos que te enviamos para responderla.
            </Alert>
          )}
          {data.accesses.map(access => (
            <OwnAccessPanel key={access.id} access={access} answers={answers[access.id] ?? []} answer={answer} />
          ))}
          <AccountPanel data={data} />
          <RecordsPanel data={data} names={names} />
        </div>
        <div className="grid min-w-0 gap-6">
          <OwnRightsPanel data={data} files={files} answer={answer} />
          <RequestsPanel requests={data.requests} />
        </div>
      </div>
    </>
  )
}

function AccountPanel({ data: { account, purchases, quotations, organisations } }: { data: PersonalData }) {
  if (!account) return null
  return (
    <Panel title="Tu cuenta" description="La lees tú, y el equipo autorizado de la tienda para dar soporte.">
      <div className="grid gap-4">
        <Facts>
          <Fact label="Nombre">{`${account.first_name} ${account.last_name}`}</Fact>
          {account.company !== null && <Fact label="Empresa">{account.company}</Fact>}
          {account.phone !== null && <Fact label="Teléfono">{account.phone}</Fact>}
          <Fact label="Creada">{momentOf(account.created_at)}</Fact>
          <Fact label="Visitas medidas con tu permiso">{account.measured_events}</Fact>
          {organisations.length > 0 && (
            <Fact label="Organizaciones">{organisations.map(({ name }) => name).join(', ')}</Fact>
          )}
        </Facts>
        {purchases.length > 0 && (
          <Disclosure level={3} title={`Ver ${countOf(purchases.length, 'compra', 'compras')}`}>
            <ul className="grid gap-2 text-md">
              {purchases.map(order => (
                <li key={order.order_number} className="tabular-nums wrap-anywhere">
                  {`${order.order_number}, ${dateOf(order.created_at)}, ${formatPesos(pesos(order.total_clp))}${order.billing_name !== null ? `, factura a ${order.billing_name} (${order.billing_rut})` : ''}`}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {quotations.length > 0 && (
          <Disclosure level={3} title={`Ver ${countOf(quotations.length, 'cotización', 'cotizaciones')}`}>
            <ul className="grid gap-2 text-md">
              {quotations.map(quotation => (
                <li key={quotation.number} className="tabular-nums wrap-anywhere">
                  {`${quotation.number}, ${dateOf(quotation.issued_at)}, ${formatPesos(pesos(quotation.total_clp))}`}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        <p className="text-md">
          Corriges tus datos en <AccountLink to="/account">tu perfil</AccountLink>. Para borrar la cuenta completa, ve a{' '}
          <AccountLink to="/account/security/delete">eliminar mi cuenta</AccountLink>.
        </p>
      </div>
    </Panel>
  )
}

const AccountLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="text-copper underline underline-offset-4">
    {children}
  </Link>
)

function RecordsPanel({ data: { mails, log }, names }: Pick<OwnDataProps, 'names'> & { data: PersonalData }) {
  if (mails.length + log.length === 0) return null
  return (
    <Panel
      title="Registros"
      description="Correos que te enviamos y lo que se hizo con tus accesos. Los lee el equipo autorizado."
    >
      <div className="grid gap-4">
        {mails.length > 0 && (
          <Disclosure level={3} title={`Ver ${countOf(mails.length, 'correo', 'correos')}`}>
            <ul className="grid gap-2 text-md">
              {mails.map(mail => (
                <li key={`${mail.template} ${mail.created_at}`}>
                  {`${momentOf(mail.sent_at ?? mail.created_at)}: ${mail.subject ?? names[mail.template] ?? mail.template}`}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {log.length > 0 && (
          <Disclosure level={3} title={`Ver ${countOf(log.length, 'registro', 'registros')} de actividad`}>
            <ul className="grid gap-2 text-md">
              {log.map(entry => (
                <li key={`${entry.action} ${entry.at}`}>
                  {`${momentOf(entry.at)}: ${names[entry.action] ?? entry.action}`}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </Panel>
  )
}

function RequestsPanel({ requests }: { requests: PersonalData['requests'] }) {
  if (requests.length === 0) return null
  return (
    <Panel title="Tus solicitudes">
      <ul className="grid gap-4 text-md">
        {requests.map(request => (
          <li key={request.number} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{REQUEST_KINDS[request.kind]}</span>
              <StatusBadge of={REQUEST_STATUSES} status={request.status} />
            </span>
            <span className="text-sm text-muted tabular-nums">
              {`${request.number}, ${momentOf(request.received_at)}${request.status === 'open' ? `, responderemos a más tardar el ${dateOf(request.due_at)}` : ''}`}
            </span>
            {request.answer !== null && <span className="wrap-anywhere whitespace-pre-line">{request.answer}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
