import type { Kysely } from 'kysely'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { recordAccess } from './own-rights.server.ts'
import { type DataSubject, ownPersonalData, type WordedAnswer, wordedAnswers } from './personal-data.server.ts'
import type { PersonalData } from './personal-data.ts'

export type OwnData = {
  data: PersonalData
  /** By the id of the access. */
  answers: Readonly<Record<string, readonly WordedAnswer[]>>
}

/** The actor's own data with the answers in words; looking or downloading is recorded as a request that was carried out. */
export async function findOwnData(
  db: Kysely<DB>,
  actor: DataSubject,
  way: Parameters<typeof recordAccess>[1],
  now: Date,
): Promise<OwnData | undefined> {
  const data = await asActor(db, actor, async tx => {
    const known = await ownPersonalData(tx)
    if (known) await recordAccess(tx, way, now)
    return known && ownPersonalData(tx)
  })
  if (!data) return undefined
  const worded = await Promise.all(
    data.accesses.map(async access => [access.id, await wordedAnswers(db, access)] as const),
  )
  return { data, answers: Object.fromEntries(worded) }
}
