import { sql, type Transaction } from 'kysely'
import { isPersonName } from '#app/features/identity/plain-names.ts'
import { queueWebhooks } from '#app/features/integrations/queue-webhooks.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findAccessContext, type Run } from './runs.server.ts'

/**
 * What follows when a run and its access are completed, in their transaction (`asActorThenSystem`): webhooks, and a mail to the buyer of an
 * invitation who did not close it. By then the database has held the access, of which a revoked one completes no run
 * (`completion_holds_access`), refused what is no step to completed (`access_status_changes`), and counted the answers (`run_is_completed`) and
 * the access (`count_access`).
 * @param by who completed it: whoever answered, or the buyer by 'Terminar'
 */
export const runCompleted = (tx: Transaction<DB>, run: Run, by: 'respondent' | 'buyer', now: Date): Promise<void> =>
  runAsSystem(tx, async shop => {
    const [completed, access] = await Promise.all([
      findCompleted(shop, run.id),
      findAccessContext(shop, run.validated_access_id),
    ])
    await Promise.all([
      queueWebhooks(shop, 'run.completed', [runFacts(completed)]),
      queueWebhooks(shop, 'access.completed', [accessFacts(completed)]),
      by === 'respondent' && notifyBuyer(shop, run, access, now),
    ])
  })

/** A completed run as webhooks tell it; times as endpoints read them. */
const findCompleted = (tx: Transaction<DB>, runId: string) =>
  tx
    .selectFrom('assessment_runs as run')
    .innerJoin('user_accesses as access', 'access.id', 'run.validated_access_id')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .select([
      'run.id as run_id',
      'access.id as access_id',
      'item.id as order_item_id',
      'item.order_id',
      'item.assessment_id as product_id',
      'run.questionnaire_id',
      'run.questionnaire_version',
      'run.duration_seconds',
      'run.closed_by',
      'access.result_mode',
      sql<string>`to_jsonb(run.end_time) #>> '{}'`.as('ended_at'),
      sql<string>`to_jsonb(access.completed_at) #>> '{}'`.as('completed_at'),
      sql<
        number | null
      >`(select round(counted.means[1]::numeric, 2) from private.completed_runs counted where counted.run_id = run.id)`.as(
        'overall_level',
      ),
    ])
    .where('run.id', '=', runId)
    .executeTakeFirstOrThrow()

type Completed = Awaited<ReturnType<typeof findCompleted>>

/** The data of the event: nothing about the person or the run of somebody who was promised confidentiality. */
function runFacts(completed: Completed): Record<string, unknown> {
  const { order_item_id, order_id, product_id, questionnaire_id, questionnaire_version } = completed
  const product = { order_item_id, order_id, product_id, questionnaire_id, questionnaire_version }
  if (completed.result_mode !== 'nominative') return { ...product, ...UNTOLD }
  return {
    ...product,
    confidential: false,
    run_id: completed.run_id,
    access_id: completed.access_id,
    completed_at: completed.ended_at,
    duration_seconds: completed.duration_seconds,
    closed_by: completed.closed_by,
    overall_level: completed.overall_level,
  }
}

const UNTOLD = {
  confidential: true,
  run_id: null,
  access_id: null,
  completed_at: null,
  duration_seconds: null,
  closed_by: null,
  overall_level: null,
}

const accessFacts = ({ access_id, order_item_id, order_id, product_id, completed_at }: Completed) => ({
  access_id,
  order_item_id,
  order_id,
  product_id,
  completed_at,
})

async function notifyBuyer(
  tx: Transaction<DB>,
  run: Run,
  context: Awaited<ReturnType<typeof findAccessContext>>,
  now: Date,
): Promise<void> {
  if (!context || context.invited_by_user_id === null || context.contact_email === null) return
  const pending = context.seats - (context.completed ?? 0)
  await queueMail(tx, {
    template: 'buyer_completion_notice',
    recipient: context.contact_email,
    accessId: run.validated_access_id,
    params: {
      nombre: context.contact_first_name ?? '',
      nombre_participante: isPersonName(run.full_name) ? run.full_name : 'Una persona',
      nombre_evaluacion: context.name,
      fecha_termino: formatDate(now),
      cantidad_completadas: String(context.completed ?? 0),
      cantidad_asientos: String(context.seats),
      ...(pending > 0 ? { cantidad_pendientes: String(pending) } : {}),
      enlace_panel: '/account/dashboard',
    },
  })
}
