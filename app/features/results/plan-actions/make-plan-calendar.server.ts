import type { Kysely } from 'kysely'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { type ResultFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { VIEW_PARAMETER } from '#app/features/results/shown.ts'
import { PLAN_VIEW } from '#app/features/results/views.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type CalendarDay, calendarUid, writeCalendarDays } from '#app/platform/calendar/calendar-file.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PlanOf } from './plan-actions.server.ts'
import { isOpen, type WorkedAction } from './plan-actions.ts'

type Input = {
  userId: string
  of: PlanOf
  /** Of one action; null: of all that are still to be done. */
  actionId: string | null
  appUrl: string
  now: Date
}

/** The days of the actions of a plan that somebody works with, for whoever sees it. @throws Refusal */
export async function makePlanCalendar(db: Kysely<DB>, input: Input): Promise<ResultFile> {
  const { of, actionId, appUrl, now } = input
  const { product, actions } = (await findWork(db, input)) ?? refuseMissing()
  const page = `${appUrl}/account/${'itemId' in of ? `items/${of.itemId}/results` : `results/${of.accessId}`}?${VIEW_PARAMETER}=${PLAN_VIEW}`
  const days = actions
    .filter(each => !each.hidden && (actionId === null ? isOpen(each) : each.id === actionId))
    .flatMap(each => toDay(each, { product, page, now }))
  if (days.length === 0) return refuse('Ninguna acción por hacer tiene fecha todavía.')
  return {
    name: days.length === 1 ? `Acción ${formatDay(days[0]?.day ?? '2000-01-01')}` : `Plan ${product}`,
    extension: 'ics',
    bytes: new TextEncoder().encode(writeCalendarDays(days)),
  }
}

const refuseMissing = (): never => {
  throw resultsMissing()
}

async function findWork(db: Kysely<DB>, { userId, of }: Input) {
  if ('itemId' in of) {
    const report = await findConsolidated(db, userId, of.itemId, { withPlan: true })
    return report && { product: report.item.product, actions: report.plan?.work?.actions ?? [] }
  }
  const answer = await findResults(db, userId, of.accessId, { withPlan: true })
  if (answer.state !== 'found') return undefined
  return { product: answer.results.product, actions: answer.results.plan?.work?.actions ?? [] }
}

type Told = { product: string; page: string; now: Date }

function toDay(
  { id, version, title, owner, due_on: day, action }: WorkedAction,
  { product, page, now }: Told,
): CalendarDay[] {
  if (day === null) return []
  const first = action?.start ?? action?.recommendations[0] ?? action?.facilitator
  const lines = [
    `Plan de «${product}»`,
    ...(owner ? [`Responsable: ${owner.name}`] : []),
    ...(first ? [`Primero: ${first}`] : []),
    page,
  ]
  return [
    {
      uid: calendarUid(id, shop().correo_remitente),
      sequence: version,
      day,
      title,
      description: lines.join('\n'),
      changedAt: now,
    },
  ]
}
