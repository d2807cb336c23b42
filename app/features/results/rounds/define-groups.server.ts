import { type Kysely, sql, type Transaction } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { storedPeople } from '#app/features/accesses/accesses-schema.server.ts'
import { findDraft } from '#app/features/accesses/invitations/invitations.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse, refusing } from '#app/kernel/refusal.ts'
import { lengthOf, storable, storableJson } from '#app/kernel/text.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  AREA_NAME_MAX,
  AREAS_MAX,
  type AreaChoice,
  areaName,
  GROUP_NAME_MAX,
  GROUPS_MAX,
  groupName,
  groupsOfChoices,
  type Listed,
  listAreas,
  NEW_AREAS,
  type ReportingGroup,
} from './reporting-groups.ts'

type Input = { userId: string; itemId: string }

const findItem = (tx: Transaction<DB>, { userId, itemId }: Input) =>
  paidItem(tx, userId, itemId, 'coordinator')
    .select([
      'item.id',
      'item.holder_id',
      'item.result_mode',
      'item.reporting_groups',
      'order.order_number',
      'product.name',
      sql<boolean>`private.item_is_invited(item.id)`.as('invited'),
      // Their mailboxes are no participants'.
      sql<string[]>`array(
        select access.email from user_accesses access where access.order_item_id = item.id and access.invited_by_user_id is null
        union select profile.email from profiles profile where profile.id = ${userId}::uuid)`.as('inviters'),
    ])
    .where('item.mode', '=', 'business')
    .executeTakeFirst()

/** How the results of a company purchase are going to be shown, for who coordinates it; undefined for others, and for one person's. */
export const findReportingGroups = (db: Kysely<DB>, input: Input) =>
  readAs(db, { kind: 'user', userId: input.userId }, tx => findItem(tx, input))

/** Areas of the organisation that a new purchase knows from earlier ones, at most. */
const KNOWN_AREAS = 40

/**
 * The groups of a company purchase as a form defines them: each area of the list, or else of earlier purchases, with its group.
 * @param draftId a list of this buyer that is not confirmed; undefined: the newest one.
 */
export const findGroupsForm = (db: Kysely<DB>, { draftId, ...input }: Input & { draftId: string | undefined }) =>
  readAs(db, { kind: 'user', userId: input.userId }, async tx => {
    const item = await findItem(tx, input)
    if (!item) return undefined
    const id = draftId ?? (await newestDraft(tx, input))
    const draft = id === undefined ? undefined : await findDraft(tx, { ...input, draftId: id })
    const people: Listed[] = draft && !draft.confirmed_at ? storedPeople.parse(draft.rows) : []
    const known = people.length > 0 ? [] : await earlierAreas(tx, item.holder_id)
    return {
      item,
      draftId: people.length > 0 ? draft?.id : undefined,
      people,
      ...listAreas(item.reporting_groups, people, known),
    }
  })

async function newestDraft(tx: Transaction<DB>, { userId, itemId }: Input): Promise<string | undefined> {
  const draft = await tx
    .selectFrom('invitation_drafts')
    .select('id')
    .where('user_id', '=', userId)
    .where('order_item_id', '=', itemId)
    .where('confirmed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return draft?.id
}

async function earlierAreas(tx: Transaction<DB>, holderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_accesses')
    .select(({ fn }) => ['department', fn.countAll<number>().as('people')])
    .where('holder_id', '=', holderId)
    .where('status', '<>', 'revoked')
    .where('department', 'is not', null)
    .groupBy('department')
    .orderBy('people', 'desc')
    .orderBy(sql`department collate "es-x-icu"`)
    .limit(KNOWN_AREAS)
    .execute()
  return rows.flatMap(({ department }) => department ?? [])
}

const FIXED = 'Ya enviaste invitaciones: los grupos quedaron fijos desde la primera.'
const NOMINATIVE = 'Los grupos se definen en una compra confidencial. Elige primero ese modo.'
const WRONG = 'Revisa los grupos: cada área va en uno solo, y cada grupo tiene un nombre distinto.'

/** The rows of a form. @throws Refusal of a row that is too long */
function readChoices(form: Readonly<Record<string, string>>): AreaChoice[] {
  return Array.from({ length: AREAS_MAX + NEW_AREAS }, (_, row) => {
    const area = storable(form[areaName(row)] ?? '').trim()
    const group = storable(form[groupName(row)] ?? '').trim()
    if (lengthOf(group) > GROUP_NAME_MAX) {
      refuse(`El nombre de un grupo tiene como máximo ${GROUP_NAME_MAX} caracteres.`, {
        field: groupName(row),
        status: 400,
      })
    }
    if (lengthOf(area) > AREA_NAME_MAX) {
      refuse(`El nombre de un área tiene como máximo ${AREA_NAME_MAX} caracteres.`, {
        field: areaName(row),
        status: 400,
      })
    }
    if (area === '' && group !== '') refuse('Escribe el área de este grupo.', { field: areaName(row), status: 400 })
    return { area, group }
  })
}

/**
 * Defines the groups that confidential results are shown by, until the first invitation. Without any, each area is its own.
 * @param form undefined: no groups. @returns false: the user coordinates no such purchase.
 * @throws Refusal where they are fixed or wrong
 */
export async function defineReportingGroups(
  db: Kysely<DB>,
  { form, ...input }: Input & { form: Readonly<Record<string, string>> | undefined },
): Promise<boolean> {
  const groups: ReportingGroup[] = form ? groupsOfChoices(readChoices(form)) : []
  if (form && groups.length === 0) refuse('Escribe el grupo de al menos un área.', { status: 400 })
  if (groups.length > GROUPS_MAX) {
    refuse(`Puedes definir hasta ${GROUPS_MAX} grupos: junta los más chicos.`, { status: 400 })
  }
  return refusing(
    asActor(db, { kind: 'user', userId: input.userId }, async tx => {
      const item = await findItem(tx, input)
      const { rows } = await sql<{ outcome: 'changed' | 'unchanged' | 'invited' | 'nominative' | 'missing' }>`
        select private.choose_reporting_groups(${input.itemId}::uuid, ${storableJson(groups)}::jsonb) as outcome`.execute(
        tx,
      )
      switch (rows[0]?.outcome ?? 'missing') {
        case 'missing':
          return false
        case 'nominative':
          return refuse(NOMINATIVE)
        case 'invited':
          return refuse(FIXED)
        case 'unchanged':
          return true
        case 'changed':
          await writeAudit(tx, {
            action: 'reporting_groups_defined',
            entity: 'order_items',
            entity_id: input.itemId,
            before: { reporting_groups: item?.reporting_groups ?? [] },
            after: { reporting_groups: groups },
          })
          return true
      }
    }),
    { order_items_reporting_groups_check: [WRONG] },
  )
}
