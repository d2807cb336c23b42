import { type Kysely, sql } from 'kysely'
import { data } from 'react-router'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { BENCHMARK_INTENTS, type BenchmarkIntent, benchmarkFields } from './benchmark-fields.ts'

const organisation = z.uuid()

const benchmarkForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('join-benchmark'), organisation, ...shapeOf(benchmarkFields) }),
  z.object({ intent: z.literal('leave-benchmark'), organisation }),
])
type BenchmarkCommand = z.output<typeof benchmarkForm>

/** Whether a posted form is about the comparison with other organisations. */
export const isBenchmarkForm = ({ intent }: Readonly<Record<string, string>>): boolean =>
  BENCHMARK_INTENTS.some(known => known === intent)

const NOT_ALLOWED = 'Ya no puedes hacer eso en esta organización. Recarga la página.'

/** Lets an organisation take part in the comparison, from the next quarter on, or no more. Only who buys for it may. @throws Refusal */
export const changeBenchmark = (
  db: Kysely<DB>,
  { userId, now }: { userId: string; now: Date },
  command: BenchmarkCommand,
): Promise<void> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const { organisation: id } = command
    const entry = { entity: 'organisations', entity_id: id }
    if (command.intent === 'leave-benchmark') {
      const { rows } = await sql<{ left: boolean }>`select private.leave_benchmark(${id}::uuid) as left`.execute(tx)
      if (rows[0]?.left !== true) refuse(NOT_ALLOWED)
      await writeAudit(tx, { ...entry, action: 'organisation_benchmark_left' })
      return
    }
    const { sector, size } = command
    const { rows } = await sql<{ outcome: 'joined' | 'unchanged' | 'no_rut' | 'missing' }>`
      select private.join_benchmark(${id}::uuid, ${sector}, ${size}, ${now}) as outcome`.execute(tx)
    const outcome = rows[0]?.outcome ?? 'missing'
    if (outcome === 'missing') refuse(NOT_ALLOWED)
    if (outcome === 'no_rut') {
      refuse('Primero agrega el RUT de la organización en «Datos»: así cada empresa cuenta una sola vez.')
    }
    if (outcome === 'joined') {
      await writeAudit(tx, { ...entry, action: 'organisation_benchmark_joined', after: { sector, size } })
    }
  })

/**
 * Answers a form of the comparison. @param done where the page leads to, once it is done
 * @throws 400 for what no form of the page posts
 */
export function answerBenchmarkForm(
  db: Kysely<DB>,
  actor: { userId: string; now: Date },
  form: Readonly<Record<string, string>>,
  done: (organisation: string, intent: BenchmarkIntent) => Response,
) {
  const kept = { intent: form.intent ?? '', values: typedValues(form, ['sector', 'size']) }
  const parsed = benchmarkForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if ('intent' in errors || 'organisation' in errors) throw data('Bad request', 400)
    return data({ ...kept, text: '', errors }, 400)
  }
  return answerRefusals(async () => {
    await changeBenchmark(db, actor, parsed.data)
    return done(parsed.data.organisation, parsed.data.intent)
  }, kept)
}
