import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { findPaidItem } from '#app/features/accesses/accesses.server.ts'
import { changeResultMode } from '#app/features/accesses/invitations/result-mode.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { listClosedQuestions, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { leastSeconds } from '#app/features/questionnaires/reading-time.ts'
import { roundNumber } from '#app/features/results/shown.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor, asActorThenSystem, continueAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { canonicalMailbox, cutRound, distinctPeople } from './cut-round.ts'
import type { RoundAccount } from './detail.ts'
import { byReportingGroup } from './reporting-groups.ts'
import { insertRound, type LockedRound, lockRound, type StoredAccount } from './rounds.server.ts'

/** 'Publicar resultados': the round that the page offered, and that its consequences were read. */
export const publishForm = z.object({
  intent: z.literal('publish'),
  round: roundNumber,
  confirmed: z.literal('si', 'Confirma que leíste qué pasa al publicar.'),
})

const TOO_FEW =
  'Todavía no se puede publicar: hacen falta al menos cinco personas distintas que hayan terminado y que se puedan mostrar juntas. Cuentan como una quienes comparten un correo, quienes responden a la vez o por turnos en un mismo navegador, y quienes comparten un navegador o una red y responden más rápido de lo que se puede leer. No decimos quiénes: revelaría cómo respondió cada persona.'

const NOMINATIVE = 'Esta compra es nominativa: sus resultados se ven sin publicarlos.'

/** The only form of an item's results page. */
export const resultModeForm = z.object({
  intent: z.literal('choose-mode'),
  mode: z.enum(['nominative', 'confidential']),
})

type ModeChoice = { userId: string; itemId: string; mode: ResultMode }

/**
 * Sets whether a business item is nominative or confidential (spec D18 and D47), until the first invitation is sent:
 * it promises one of them, and what was promised is never taken back. False: the user manages no such purchase.
 * @throws Refusal once an invitation was sent
 */
export const chooseResultMode = (db: Kysely<DB>, { userId, itemId, mode }: ModeChoice): Promise<boolean> =>
  asActor(db, { kind: 'user', userId }, tx => changeResultMode(tx, itemId, mode))

/**
 * 'Publicar resultados' (spec D48): closes the round of a confidential item and cuts its figures, once. Who completes
 * later is in the next round. Asked again for a round that is closed, it changes nothing. False: the user manages no such purchase.
 * @param number the round that the page offered to publish, from 1. @throws Refusal of a nominative item, or of too few people
 */
export const publishResults = (
  db: Kysely<DB>,
  { userId, itemId, number, now }: { userId: string; itemId: string; number: number; now: Date },
): Promise<boolean> =>
  asActorThenSystem(db, { kind: 'user', userId }, async tx => {
    const item = await findPaidItem(tx, userId, itemId)
    if (item?.mode !== 'business') return false
    if (item.result_mode === 'nominative') refuse(NOMINATIVE)
    await continueAsSystem(tx)
    const locked = (await lockRound(tx, itemId)) ?? refuse(NOMINATIVE)
    if (locked.next > number) return true
    const { questionnaire, accounts, people } = await readAccounts(tx, locked)
    const round = questionnaire && cutRound(questionnaire, accounts)
    if (!round) return refuse(TOO_FEW)
    await insertRound(tx, { itemId, number: locked.next, questionnaire, round, people, now })
    await continueAsBuyer(tx)
    await writeAudit(tx, {
      action: 'results_published',
      entity: 'order_items',
      entity_id: itemId,
      after: { round: locked.next, people: round.tallies.people },
    })
    return true
  })

/** The audit log names who published, not the shop. */
const continueAsBuyer = (tx: Transaction<DB>) => sql`select set_config('alhena.kind', 'user', true)`.execute(tx)

/** The accounts by reporting group, with their options by field and whom each counts as, and the newest version that one answered. */
async function readAccounts(tx: Transaction<DB>, { accounts, inviters, groups }: LockedRound) {
  const mailboxes = new Set(inviters.map(canonicalMailbox))
  const others = accounts.filter(({ email }) => !mailboxes.has(canonicalMailbox(email)))
  const versions = new Map<string, Questionnaire>()
  for (const { questionnaire_id: id, version } of others) {
    const key = versionKey(id, version)
    if (versions.has(key)) continue
    const found = await findQuestionnaire(tx, id, version)
    if (!found) throw new Error(`No questionnaire ${id} version ${version}`)
    versions.set(key, found)
  }
  const findVersion = ({ questionnaire_id, version }: StoredAccount): Questionnaire => {
    const found = versions.get(versionKey(questionnaire_id, version))
    if (!found) throw new Error(`No questionnaire ${questionnaire_id} version ${version}`)
    return found
  }
  const people = distinctPeople(others.map(account => ({ ...account, least: leastSeconds(findVersion(account)) })))
  const [questionnaire] = [...versions.values()].toSorted((a, b) => b.version - a.version)
  return {
    questionnaire,
    people,
    accounts: byReportingGroup(others, groups).map((account): RoundAccount => {
      const fields = listClosedQuestions(findVersion(account)).map(({ field }) => field)
      return {
        ...account,
        person: people.get(account.run_id) ?? account.run_id,
        options: new Map(fields.map((field, index) => [field, account.options[index] ?? null])),
      }
    }),
  }
}

const versionKey = (id: string, version: number): string => `${id} ${version}`
