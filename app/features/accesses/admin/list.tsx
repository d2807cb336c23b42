import { useEffect } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import type { SendProgress } from '#app/features/accesses/admin-access.ts'
import { kpiText } from '#app/features/analytics/analytics-texts.ts'
import { percentOf } from '#app/features/analytics/figures.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { readList } from '#app/kit/lists/define-list.ts'
import { listHref } from '#app/kit/lists/list-address.ts'
import { readListPost } from '#app/kit/lists/list-post.server.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ROW } from '#app/kit/lists/selected-rows.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { StatLine, StatLineItem } from '#app/kit/ui/facts.tsx'
import { ProgressBar } from '#app/kit/ui/progress-bar.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { importOfAccesses } from './access-import.server.ts'
import { type AccessTotals, accessChoices, accessRows, accessTotals } from './admin-access-list.server.ts'
import { adminAccessList } from './admin-access-list.tsx'
import { resendAsAdmin } from './manage-access.server.ts'
import { newestSend, startResending, stopResending } from './resend-many.server.ts'

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

const done = (text: string) => ({ done: true, text })

const NOTHING_SELECTED = 'Selecciona al menos un acceso, o «Todo lo que coincide».'

/**
 * The actions of the list: on one row by its menu, on selected ones, or, where that was selected, on everything that
 * matches.
 */
export const action = (args: Route.ActionArgs) => answerRefusals(() => changeAccesses(args))

async function changeAccesses(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const actor = { kind: 'admin', userId: user.id } as const
  const { intent, ids, everything } = await readListPost(args.request, [
    'resend',
    'resend-open',
    'extend',
    'add',
    'stop',
  ])
  const at = now()
  switch (intent) {
    case 'resend': {
      const [accessId] = ids
      if (accessId === undefined) throw data('Bad request', 400)
      return done(`La invitación va en camino a ${await resendAsAdmin(db, { actor, accessId, now: at })}.`)
    }
    case 'resend-open': {
      if (everything) {
        const { address } = readList(adminAccessList, args.url, at)
        return redirect(`/admin/access/resend${listHref(adminAccessList, address)}`)
      }
      if (ids.length === 0) refuse(NOTHING_SELECTED, { status: 400 })
      const total = await startResending(db, { actor, target: { ids }, now: at })
      return done(`Reenviando a ${countOf(total, 'persona', 'personas')} sin completar.`)
    }
    case 'extend': {
      if (ids.length === 0 && !everything) refuse(NOTHING_SELECTED, { status: 400 })
      const { address } = readList(adminAccessList, args.url, at)
      const query = new URLSearchParams(listHref(adminAccessList, address))
      if (!everything) for (const id of ids) query.append(ROW, id)
      return redirect(`/admin/access/extend?${query}`)
    }
    case 'add': {
      const path = ids.length === 0 ? '' : `/${await importOfAccesses(db, { actor, ids })}`
      return redirect(`/admin/access/import${path}`)
    }
    case 'stop':
      await stopResending(db, { actor, now: at })
      return done('Detuviste el reenvío. Los correos que ya estaban escritos llegan igual.')
  }
}

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
          <PostButton intent="stop" variant="secondary" size="sm">
            Detener
          </PostButton>
        )}
      </div>
      {running && (
        <ProgressBar label="Avance del reenvío" value={handled} max={send.total} valueText={figures} className="mt-4" />
      )}
    </section>
  )
}
