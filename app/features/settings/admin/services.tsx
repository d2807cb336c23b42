import { data, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import {
  type FailedMail,
  findMailState,
  findPaymentState,
  findTestMail,
  listFailedMails,
  type PaymentState,
} from '#app/features/texts/delivery-state.server.ts'
import { TESTS_AN_HOUR } from '#app/features/texts/mail-status.ts'
import { askGateway, type GatewayAnswer, retryMails, sendTestMail } from '#app/features/texts/test-services.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { Alert, type AlertTone } from '#app/kit/ui/alert.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { FailedWork, failedAt, Settle } from '#app/layouts/admin/failed-work.tsx'
import { SettingsPage } from '#app/layouts/admin/settings-page.tsx'
import { mailName } from '#app/mails/mails.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { AttemptStatus } from '#app/platform/database/values.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/services'
import { counted, MailPanel } from './mail-panel.tsx'

const GATEWAYS = { simulator: 'Simulador: no se mueve dinero', webpay: 'Webpay Plus de Transbank' } as const

const REASONS: Partial<Record<AttemptStatus, string>> = {
  rejected: 'rechazado por el banco',
  form_error: 'error en el formulario de pago',
  timed_out: 'tiempo agotado en el formulario',
}

type PaymentPanelProps = {
  gateway: keyof typeof GATEWAYS
  payments: PaymentState
  /** The result of a query that was just made. */
  answer: GatewayAnswer | undefined
}

/** The state of payments, and a read-only query to the gateway. */
function PaymentPanel({ gateway, payments, answer }: PaymentPanelProps) {
  const message = answer && gatewayText(answer)
  const { lastPaid, lastTurnedDown, open, unresolved, toResolve, oldestOpen } = payments
  return (
    <Panel
      title="Pagos"
      actions={
        <PostButton intent="ask-gateway" variant="secondary" size="sm">
          Probar la conexión
        </PostButton>
      }
    >
      <div className="grid gap-5">
        {message && <Alert tone={message.tone}>{message.text}</Alert>}
        {unresolved > 0 && (
          <Alert tone="warning">
            Hay pagos o reembolsos cuyo resultado nadie pudo averiguar. Resuélvelos en su orden:
            <ul className="mt-1.5 grid gap-1">
              {toResolve.map(({ id, number }) => (
                <li key={id}>
                  <Link to={`/admin/orders/${id}`} className="font-medium wrap-anywhere underline underline-offset-4">
                    {number}
                  </Link>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <dl className="grid gap-x-6 gap-y-4 text-md sm:grid-cols-2">
          <Fact label="Medio de pago">{GATEWAYS[gateway]}</Fact>
          <Fact label="Último pago">{lastPaid ? formatDateTime(lastPaid) : 'Ninguno'}</Fact>
          <Fact label="Último intento fallido">
            {lastTurnedDown
              ? `${formatDateTime(lastTurnedDown.at)} · ${REASONS[lastTurnedDown.status] ?? lastTurnedDown.status}`
              : 'Ninguno'}
          </Fact>
          <Fact label="Esperan respuesta">{open === 0 ? 'Ninguno' : counted(open)}</Fact>
          <Fact label="Por revisar a mano">{unresolved === 0 ? 'Ninguno' : counted(unresolved)}</Fact>
          <Fact label="El más antiguo de ellos">{oldestOpen ? formatDateTime(oldestOpen) : '–'}</Fact>
        </dl>
      </div>
    </Panel>
  )
}

/** The text of a gateway query's result. */
function gatewayText(answer: GatewayAnswer): { tone: AlertTone; text: string } {
  switch (answer.kind) {
    case 'answers':
      return { tone: 'success', text: `El medio de pago responde y acepta las credenciales (${answer.ms} ms).` }
    case 'refused':
      return {
        tone: 'error',
        text: `El medio de pago responde, pero no acepta las credenciales de la tienda (${answer.ms} ms). Nadie puede pagar hasta que se corrijan.`,
      }
    case 'silent':
      return {
        tone: 'error',
        text: `El medio de pago no dio una respuesta que se entienda (${answer.ms} ms; ${answer.reason}).`,
      }
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Correo y pagos · Configuración · Alhena' }]

/** Minutes after which a test is outdated. */
const TEST_MINUTES = 60

const retried = z.coerce.number().int().min(0).max(1000).optional().catch(undefined)

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db, settings, gateways, now } = servicesOf(args.context)
  const gateway = gateways.current
  const at = now()
  const state = await readAs(db, editor, tx =>
    allKeyed({
      mail: findMailState(tx),
      failedMails: listFailedMails(tx),
      test: findTestMail(tx, editor.email),
      payments: findPaymentState(tx, gateway.id),
    }),
  )
  const recent = state.test && at.getTime() - state.test.created_at.getTime() < TEST_MINUTES * 60_000
  return {
    ...state,
    test: recent ? state.test : undefined,
    email: editor.email,
    server: settings.mailServer,
    demo: settings.demo,
    sender: shop().correo_remitente,
    gateway: gateway.id,
    now: at,
    requested: args.url.searchParams.has('prueba'),
    refused: args.url.searchParams.get('prueba') === 'tope',
    retried: retried.parse(args.url.searchParams.get('reintentados') ?? undefined),
  }
}

const mailIds = z.array(z.uuid()).min(1).max(50)

export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const form = await readForm(args.request)
  switch (form.intent) {
    case 'test-mail':
      return testMail(services, editor)
    case 'ask-gateway':
      return { gateway: await askGateway(services.gateways.current) }
    case 'retry': {
      const ids = mailIds.safeParse((form.mails ?? '').split(','))
      if (!ids.success) throw data('Bad request', 400)
      const count = await retryMails(services, { editor, ids: ids.data })
      return redirect(`/admin/settings/services?reintentados=${count}`)
    }
    default:
      throw data('Bad request', 400)
  }
}

async function testMail(services: Services, editor: Awaited<ReturnType<typeof contentEditor>>) {
  const now = services.now()
  const sent = await sendTestMail(services, { editor, template: 'order_receipt', recipient: editor.email, now })
  return redirect(`/admin/settings/services?prueba${sent ? '' : '=tope'}`)
}

const MAIL_COLUMNS: readonly Column<FailedMail>[] = [
  { key: 'template', header: 'Correo', primary: true, cell: mail => mailName(mail.template) },
  { key: 'recipient', header: 'Para', cell: mail => <span className="wrap-anywhere">{mail.recipient}</span> },
  failedAt('Creado', mail => mail.created_at),
]

/** The state of mails and payments, and their tests. */
export default function AdminServices({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, failedMails, payments, retried } = loaderData
  const retryable = failedMails.filter(failed => failed.retryable)
  const sending = useNavigation().formData?.get('intent')
  return (
    <SettingsPage description="Cómo van los envíos y los cobros. Las direcciones y claves las fija quien opera el servidor.">
      {retried !== undefined && (
        <Alert tone={retried > 0 ? 'success' : 'info'} className="mb-6">
          {retried > 0
            ? `${countOf(retried, 'correo vuelve', 'correos vuelven')} a la cola.`
            : 'Ningún correo se reintentó: ya se habían enviado o reintentado.'}
        </Alert>
      )}
      {loaderData.refused && (
        <Alert tone="error" className="mb-6">
          {`Ya te enviaste ${TESTS_AN_HOUR} pruebas en la última hora. Espera un rato.`}
        </Alert>
      )}
      <div className="grid items-start gap-6 min-[100rem]:grid-cols-2">
        <MailPanel {...loaderData} />
        <PaymentPanel
          gateway={loaderData.gateway}
          payments={payments}
          answer={actionData && sending === undefined ? actionData.gateway : undefined}
        />
        <FailedWork
          title="Correos que no salieron"
          description="Se intentaron catorce veces en unas siete horas, o el servidor los rechazó de forma definitiva."
          caption="Correos que no salieron, el más reciente primero"
          columns={MAIL_COLUMNS}
          rows={failedMails}
          reason={failed => failed.last_error}
          field="mails"
          nameOf={failed => `${mailName(failed.template)} a ${failed.recipient}`}
          empty={{ title: 'Ninguno', text: 'Todo lo que había que enviar salió o está en cola.' }}
          cut={
            mail.failed > failedMails.length
              ? `Se muestran los ${countOf(failedMails.length, 'más reciente', 'más recientes')}.`
              : undefined
          }
          actions={
            retryable.length > 1 ? (
              <Settle
                intent="retry"
                field="mails"
                value={retryable.map(({ id }) => id).join(',')}
                label={`Reintentar ${retryable.length}`}
                name={`Reintentar los ${retryable.length} de la lista`}
              />
            ) : undefined
          }
          className="min-[100rem]:col-span-2"
        />
      </div>
    </SettingsPage>
  )
}
