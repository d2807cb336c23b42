import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SendProgress } from '#app/features/accesses/admin-access.ts'
import { kpiText } from '#app/features/analytics/analytics-texts.ts'
import { percentOf } from '#app/features/analytics/figures.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { StatLine, StatLineItem } from '#app/kit/ui/facts.tsx'
import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import type { Route } from './+types/list'
import { type AccessTotals, accessChoices, accessRows, accessTotals } from './admin-access-list.server.ts'
import { adminAccessList } from './admin-access-list.tsx'
import { answerAccesses } from './list-action.server.ts'
import { newestSend } from './resend-many.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Accesos · Administración · Alhena' }]

/** The period applies to the creation of accesses. */
export const handle = { period: adminAccessList.period }

/** How long an ended send is still shown. */
const SHOWN_MS = 10 * MINUTE_MS

export const loader = adminList(accessRows, async ({ tx, query, user }) => {
  const { send, ...shown } = await allKeyed({
    send: newestSend(tx, user.id),
    totals: accessTotals(tx, query),
    choices: accessChoices(tx, query),
  })
  const isShown = send && (send.ended_at === null || send.ended_at.getTime() > query.now.getTime() - SHOWN_MS)
  return { ...shown, send: isShown ? send : undefined }
})

export const action = (args: Route.ActionArgs) => answerAccesses(args)

export default function AdminAccess({ loaderData, actionData }: Route.ComponentProps) {
  const { data, totals, choices, send } = loaderData
  return (
    <ListScreen
      list={adminAccessList}
      data={data}
      title="Accesos"
      actions={
        <>
          <ButtonLink variant="secondary" to="/admin/access/support">
            ¿Por qué no puede entrar?
          </ButtonLink>
          <ButtonLink variant="secondary" to="/admin/access/sessions">
            Sesiones de talleres
          </ButtonLink>
          <ButtonLink to="/admin/access/import">Importar CSV</ButtonLink>
        </>
      }
      summary={
        <>
          <AccessSummary totals={totals} />
          {send && <SendStatus send={send} />}
        </>
      }
      references={{ assessment: choices.products, cliente: choices.clients }}
      outcome={actionData}
    />
  )
}

/** The four figures of specification 2, section 2, of the accesses that search, filters and period leave. */
const AccessSummary = ({ totals }: { totals: AccessTotals | undefined }) => (
  <StatLine>
    <StatLineItem
      label="Total de accesos"
      value={totals && formatInteger(totals.total)}
      definition="Sin los revocados"
    />
    <StatLineItem
      label="Completados"
      value={totals && formatInteger(totals.completed)}
      definition="Terminaron su assessment"
    />
    <StatLineItem
      label="En progreso"
      value={totals && formatInteger(totals.started)}
      definition="Empezaron y no han terminado"
    />
    <StatLineItem
      label="Tasa de completitud"
      value={totals && kpiText({ value: percentOf(totals.completed, totals.total), unit: 'percent' })}
      definition="Completados del total"
    />
  </StatLine>
)

/** Milliseconds between two polls of an open send. */
const POLL_MS = 3000

/** Progress of the administrator's own send; polls until the end. */
function SendStatus({ send }: { send: SendProgress }) {
  const { revalidate } = useRevalidator()
  const running = send.ended_at === null
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [running, revalidate])
  const handled = send.sent + send.skipped
  const figures = `${formatInteger(handled)} de ${countOf(send.total, 'persona', 'personas')}`
  return (
    <section aria-label="Reenvío de invitaciones" className="mt-8 rounded-lg border border-line bg-surface p-5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-md tabular-nums">
          <span className="font-medium">
            {running ? 'Reenviando' : send.stopped ? 'Reenvío detenido' : 'Reenvío listo'}
          </span>
          <span>{`: ${figures}. ${countOf(send.sent, 'correo escrito', 'correos escritos')}${send.skipped > 0 ? `; ${formatInteger(send.skipped)} sin enviar por límite o porque ya no correspondía` : ''}.`}</span>
        </p>
        {running && (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="stop" variant="secondary" size="sm">
              Detener
            </Button>
          </Form>
        )}
      </div>
      {running && (
        <ProgressBar label="Avance del reenvío" value={handled} max={send.total} valueText={figures} className="mt-4" />
      )}
    </section>
  )
}
