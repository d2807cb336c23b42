import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { membershipsOf } from '#app/features/organisations/organisations.server.ts'
import { Refusal, refusing } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { LogoPicture } from '#app/platform/pictures/make-logo.server.ts'
import { findLogo } from './logos.server.ts'

type Input = { userId: string; organisationId: string; now: Date }

const NOT_ALLOWED = 'Ya no puedes cambiar el logo de esta organización. Recarga la página.'

/** Stores the logo of an organisation, in place of an earlier one. @throws Refusal */
export const saveLogo = (db: Kysely<DB>, { png, ...picture }: LogoPicture, input: Input): Promise<void> =>
  change(db, input, async (tx, before) => {
    const { userId: updated_by, organisationId: organisation_id, now: updated_at } = input
    const hash = createHash('sha256').update(png).digest('hex')
    const row = { ...picture, png, hash, updated_at, updated_by }
    await tx
      .insertInto('organisation_logos')
      .values({ ...row, organisation_id })
      .onConflict(conflict => conflict.column('organisation_id').doUpdateSet(row))
      .execute()
    await writeAudit(tx, {
      action: 'organisation_logo_changed',
      entity: 'organisations',
      entity_id: organisation_id,
      ...(before && { before }),
      after: { hash, ...picture },
    })
  })

/** Takes the logo of an organisation away; where there is none, nothing happens. @throws Refusal */
export const removeLogo = (db: Kysely<DB>, input: Input): Promise<void> =>
  change(db, input, async (tx, before) => {
    const { organisationId } = input
    const removed = await tx
      .deleteFrom('organisation_logos')
      .where('organisation_id', '=', organisationId)
      .returning('organisation_id')
      .executeTakeFirst()
    if (!removed || !before) return
    const entry = { action: 'organisation_logo_removed', entity: 'organisations', entity_id: organisationId, before }
    await writeAudit(tx, entry)
  })

type Before = { hash: string; width: number; height: number } | undefined

/** @param work gets what was there before */
const change = (
  db: Kysely<DB>,
  { userId, organisationId }: Input,
  work: (tx: Transaction<DB>, before: Before) => Promise<void>,
): Promise<void> =>
  refusing(
    asActor(db, { kind: 'user', userId }, async tx => {
      const organisation = (await membershipsOf(tx, userId)).find(({ id }) => id === organisationId)
      if (!organisation || organisation.role === 'results') throw new Refusal(NOT_ALLOWED)
      await work(tx, await findLogo(tx, organisationId))
    }),
    { organisation_logos_of_open: [NOT_ALLOWED] },
  )
