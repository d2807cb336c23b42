import { Link, useNavigation } from 'react-router'
import { REQUEST_KINDS, REQUEST_STATUSES } from '#app/features/data-requests/data-requests.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { IntentForm } from '#app/kit/forms/intent-form.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { EraseForm, OwnAccessPanel, type OwnRightAnswer } from './own-access-panel.tsx'
import type { OwnData as Found } from './own-data-frame.server.ts'
import { askFields, objectionFields } from './own-rights.ts'
import {
  formatStoredDay,
  formatStoredTime,
  isUnknown,
  type PersonalData,
  PLAN_READERS,
  planActionText,
} from './personal-data.ts'

type OwnRightsPanelProps = {
  data: PersonalData
  /** Address of the files, without the format. */
  files: string
  answer: OwnRightAnswer | undefined
}

/** What a person can do with the own data, at once or by asking. */
function OwnRightsPanel({ data, files, answer }: OwnRightsPanelProps) {
  const open = data.accesses.filter(({ status }) => status !== 'revoked')
  const isBlocked = open.some(({ blocked }) => blocked)
  const to = (intent: OwnRightAnswer['intent']) => (answer?.intent === intent ? answer : undefined)
  return (
    <Panel title="Tus derechos" description="Sin costo. Lo que podemos hacer solos, se hace al instante.">
      <div className="grid gap-5">
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <DownloadLink to={`${files}/pdf`} variant="secondary" size="sm" pendingLabel="Preparando…">
            Copia legible (PDF)
          </DownloadLink>
          <DownloadLink to={`${files}/json`} variant="secondary" size="sm" pendingLabel="Preparando…">
            Archivo (JSON)
          </DownloadLink>
        </div>
        {open.length > 0 && (
          <div className="grid gap-2">
            <p className="max-w-prose text-md text-muted">
              {isBlocked
                ? 'Tus datos están bloqueados: los guardamos, pero nadie más que tú puede leer tus respuestas y resultados.'
                : 'Bloquear: seguimos guardando tus datos, pero nadie más que tú puede leer tus respuestas y resultados mientras tanto, y no te enviamos mensajes.'}
            </p>
            <PostButton intent={isBlocked ? 'unblock' : 'block'} variant="secondary">
              {isBlocked ? 'Quitar el bloqueo' : 'Bloquear mis datos'}
            </PostButton>
          </div>
        )}
        {data.mail_objection ? (
          <div className="grid gap-2">
            <p className="max-w-prose text-md text-muted">No te enviamos invitaciones ni recordatorios.</p>
            <PostButton intent="withdraw-objection" variant="secondary">
              Volver a recibirlos
            </PostButton>
          </div>
        ) : (
          <Disclosure level={3} title="Oponerme al uso de mis datos" defaultOpen={to('object') !== undefined}>
            <div className="grid gap-5">
              <p className="max-w-prose text-md">
                Dejamos de enviarte invitaciones y recordatorios y bloqueamos tus datos de inmediato. Una persona decide
                sobre el resto y te responde dentro de 30 días corridos.
              </p>
              <IntentForm intent="object" fields={objectionFields} answer={to('object')} pendingLabel="Enviando…">
                Oponerme
              </IntentForm>
            </div>
          </Disclosure>
        )}
        {(data.accesses.length > 1 || data.plan_actions.some(({ own }) => !own)) && (
          <Disclosure
            level={3}
            title="Borrar todo"
            defaultOpen={to('erase') !== undefined && answer?.values.access_id === undefined}
          >
            <EraseForm answer={to('erase')} />
          </Disclosure>
        )}
        <Disclosure level={3} title="Pedir otra cosa" defaultOpen={to('ask') !== undefined}>
          <AskForm answer={to('ask')} />
        </Disclosure>
      </div>
    </Panel>
  )
}

function AskForm({ answer }: { answer: OwnRightAnswer | undefined }) {
  const pending = useNavigation().formData?.get('intent') === 'ask'
  const { ref, field } = useForm(askFields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="ask" />
      <SelectField {...field('kind')} className="max-w-sm" />
      <TextArea {...field('details')} />
      <p className="text-sm text-muted">Te responde una persona dentro de 30 días corridos.</p>
      <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Enviando…">
        Enviar solicitud
      </Button>
    </Form>
  )
}

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
          <PlanActionsPanel actions={data.plan_actions} />
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

function PlanActionsPanel({ actions }: { actions: PersonalData['plan_actions'] }) {
  if (actions.length === 0) return null
  return (
    <Panel
      title="Acciones de planes"
      description={`Aquellas por las que respondes, y las de tu propio plan. ${PLAN_READERS}`}
    >
      <ul className="grid gap-3 text-md">
        {actions.map(action => (
          <li key={`${action.created_at} ${action.product} ${action.title}`} className="wrap-anywhere">
            <span className="block">{planActionText(action)}</span>
            <span className="block text-sm text-muted">
              {action.own ? `${action.product}, tu plan` : `${action.product}, a nombre de ${action.owner_name}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
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
          <Fact label="Creada">{formatStoredTime(account.created_at)}</Fact>
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
                  {`${order.order_number}, ${formatStoredDay(order.created_at)}, ${formatPesos(pesos(order.total_clp))}${order.billing_name !== null ? `, factura a ${order.billing_name} (${order.billing_rut})` : ''}`}
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
                  {`${quotation.number}, ${formatStoredDay(quotation.issued_at)}, ${formatPesos(pesos(quotation.total_clp))}`}
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
                  {`${formatStoredTime(mail.sent_at ?? mail.created_at)}: ${mail.subject ?? names[mail.template] ?? mail.template}`}
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
                  {`${formatStoredTime(entry.at)}: ${names[entry.action] ?? entry.action}`}
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
              {`${request.number}, ${formatStoredTime(request.received_at)}${request.status === 'open' ? `, responderemos a más tardar el ${formatStoredDay(request.due_at)}` : ''}`}
            </span>
            {request.answer !== null && <span className="wrap-anywhere whitespace-pre-line">{request.answer}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
