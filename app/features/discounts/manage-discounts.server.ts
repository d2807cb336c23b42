import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit, writeAudits } from '#app/features/audit/audit.server.ts'
import { endOfDay, fromClock, toClock } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { ZERO } from '#app/kernel/money.ts'
import { refuse, refusing } from '#app/kernel/refusal.ts'
import type { Declaration } from '#app/kit/forms/fields.ts'
import { type SchemaOf, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DiscountStatus } from '#app/platform/database/values.ts'
import type { DiscountFields } from './discount-admin.ts'
import { CODE_RULE, discountFields, limitFields, valueFields } from './discount-fields.ts'
import { isCode } from './discounts.ts'
import { normalizeCode } from './typed-code.ts'

const MAX_PRODUCTS = 200
const FROM = 'Ingresa una fecha y hora válidas'
const UNTIL = 'Ingresa una fecha válida'

/** For a value that is not read from its own field, or not at all. */
const ignored = z.unknown().optional()

type Instants = Pick<DiscountFields, 'valid_from' | 'valid_until'>

/**
 * The schema of a code's form (specification 2, section 5; spec D10). Its type and toggles decide which rules apply; a field whose toggle
 * is off is null.
 * @param before the current code, whose instants keep their seconds where the form still shows their minute.
 */
export function discountSchema(form: Readonly<Record<string, string>>, now: Date, before?: Instants) {
  const isOn = (name: string) => form[`has_${name}`] === 'on'
  const limit = <D extends Declaration>(name: string, declaration: D): SchemaOf<D> | z.ZodType<null> =>
    isOn(name) ? schemaOf(declaration) : ignored.transform(() => null)
  const valid_from = validFrom((form.valid_from ?? '').trim(), now, before?.valid_from)
  return z.object({
    ...shapeOf(discountFields),
    code: schemaOf(discountFields.code).transform(normalizeCode).pipe(z.string().refine(isCode, CODE_RULE)),
    // An empty field means no minimum.
    min_order_amount: schemaOf(discountFields.min_order_amount).transform(amount => amount ?? ZERO),
    value: schemaOf(form.type === 'percentage' ? valueFields.percentage : valueFields.fixed_amount),
    max_uses: limit('max_uses', limitFields.max_uses),
    duration_days: limit('duration_days', limitFields.duration_days),
    max_discount_amount: limit('max_discount_amount', limitFields.max_discount_amount),
    once_per_customer: ignored.transform(typed => typed === 'on'),
    valid_from: ignored.transform((_, context) => valid_from ?? wrong(context, FROM)),
    valid_until: ignored.transform((_, context) => {
      if (!isOn('valid_until')) return null
      const until = validUntil((form.valid_until ?? '').trim(), before?.valid_until)
      if (!until) return wrong(context, UNTIL)
      return valid_from && until < valid_from ? wrong(context, 'Termina antes de empezar') : until
    }),
    products: isOn('products')
      ? z
          .array(z.uuid('Elige al menos un producto'))
          .min(1, 'Elige al menos un producto')
          .max(MAX_PRODUCTS, `Elige hasta ${MAX_PRODUCTS} productos`)
      : ignored.transform((): string[] => []),
  })
}

function wrong(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** The begin of a code, from a date and time field in Santiago; now when it is empty. Undefined when it is invalid. */
const validFrom = (typed: string, now: Date, before: Date | undefined): Date | undefined =>
  typed === '' ? now : before && toClock(before) === typed ? before : fromClock(typed)

/** The end of a code: 23:59:59 of that day in Santiago (spec D10). Undefined when it is invalid. */
function validUntil(typed: string, before: Date | null | undefined): Date | undefined {
  if (before && toClock(before).slice(0, 10) === typed) return before
  // Noon UTC is the same day in Santiago.
  const noon = fromClock(`${typed}T12:00`)
  return noon && endOfDay(noon)
}

type Admin = Extract<Actor, { kind: 'admin' }>

/** A code and the revision that the administrator saw. */
export type DiscountTarget = { id: string; revision: number }

/** Locks a code, which serialises changes, claims of a use and deletion. @throws Refusal where it is not what the administrator saw */
async function lockDiscount(tx: Transaction<DB>, { id, revision }: DiscountTarget) {
  const locked = await tx
    .selectFrom('discount_codes')
    .selectAll()
    .select(
      sql<string[]>`array(
      select assessment_id::text from discount_code_products where discount_code_id = id order by 1)`.as('product_ids'),
    )
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) refuse('Ese código ya no existe: otra persona lo eliminó o lo archivó.', { stale: true })
  if (locked.revision !== revision) {
    refuse('Otra persona cambió este código mientras lo mirabas. Revisa cómo quedó y decide de nuevo.', { stale: true })
  }
  const { list_words: _, ...row } = locked
  return row
}

/** Whether any order ever claimed a use of a code, released or not. */
const wasRedeemed = async (tx: Transaction<DB>, id: string): Promise<boolean> =>
  (await tx.selectFrom('discount_redemptions').select('id').where('discount_code_id', '=', id).limit(1).execute())
    .length > 0

/**
 * Creates an active code, or changes one. A code that orders refer to keeps its name; its maximum of uses can't fall below the claimed ones.
 * @param target undefined: a new one. @returns its id. @throws Refusal
 */
export const saveDiscount = (
  db: Kysely<DB>,
  input: {
    actor: Admin
    target: DiscountTarget | undefined
    fields: DiscountFields
    products: readonly string[]
    now: Date
  },
): Promise<string> =>
  refusing(
    asActor(db, input.actor, async tx => {
      const { target, fields, now } = input
      const before = target && (await lockDiscount(tx, target))
      if (before && fields.code !== before.code && (await wasRedeemed(tx, before.id))) {
        refuse('Ya se usó en compras: el código no cambia. Crea otro si necesitas uno nuevo.', { field: 'code' })
      }
      if (before && fields.max_uses !== null && fields.max_uses < before.current_uses) {
        refuse(`Ya se usó ${countOf(before.current_uses, 'vez', 'veces')}: el máximo no puede ser menor.`, {
          field: 'max_uses',
        })
      }
      const { id } = before
        ? await tx
            .updateTable('discount_codes')
            .set({ ...fields, revision: before.revision + 1 })
            .where('id', '=', before.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : await tx
            .insertInto('discount_codes')
            .values({ ...fields, created_at: now })
            .returning('id')
            .executeTakeFirstOrThrow()
      const product_ids = [...new Set(input.products)].toSorted()
      if (before) await tx.deleteFrom('discount_code_products').where('discount_code_id', '=', id).execute()
      const rows = product_ids.map(assessment_id => ({ discount_code_id: id, assessment_id }))
      if (rows.length > 0) await tx.insertInto('discount_code_products').values(rows).execute()
      const names = Object.keys(fields) as (keyof DiscountFields)[]
      await writeAudit(tx, {
        action: before ? 'discount_updated' : 'discount_created',
        entity: 'discount_codes',
        entity_id: id,
        before: before && {
          ...Object.fromEntries(names.map(name => [name, before[name]])),
          product_ids: before.product_ids,
        },
        after: { ...fields, product_ids },
      })
      return id
    }),
    {
      discount_codes_key: ['Ya existe un código con ese nombre, quizás archivado. Usa otro.', { field: 'code' }],
      discount_code_products_assessment_id_fkey: [
        'Uno de los productos ya no existe. Revisa la selección.',
        { field: 'products' },
      ],
    },
  )

/** Activates, pauses or deactivates a code at the revision that the administrator saw. Claimed uses stay claimed. @throws Refusal */
export const changeDiscountStatus = (
  db: Kysely<DB>,
  { actor, target, status }: { actor: Admin; target: DiscountTarget; status: DiscountStatus },
): Promise<void> =>
  asActor(db, actor, async tx => {
    const locked = await lockDiscount(tx, target)
    if (locked.status !== status) await writeStatus(tx, [locked], status)
  })

/**
 * Changes the status of several codes as they are. Deleted, archived and unchanged ones are skipped.
 * @returns how many changed
 */
export const changeDiscountStatuses = (
  db: Kysely<DB>,
  { actor, ids, status }: { actor: Admin; ids: readonly string[]; status: DiscountStatus },
): Promise<number> =>
  asActor(db, actor, async tx => {
    const locked = await tx
      .selectFrom('discount_codes')
      .select(['id', 'code', 'status'])
      .where(eb => eb('id', '=', eb.fn.any(eb.val([...ids]))))
      .where('archived_at', 'is', null)
      .where('status', '<>', status)
      // So that two administrators who tick the same codes can't deadlock.
      .orderBy('id')
      .forUpdate()
      .execute()
    if (locked.length > 0) await writeStatus(tx, locked, status)
    return locked.length
  })

type LockedStatus = { id: string; code: string; status: DiscountStatus }

async function writeStatus(tx: Transaction<DB>, locked: readonly LockedStatus[], status: DiscountStatus) {
  const ids = locked.map(({ id }) => id)
  const change = { status, revision: sql<number>`revision + 1` }
  await tx.updateTable('discount_codes').set(change).where('id', 'in', ids).execute()
  const entries = locked.map(({ id, code, status: before }) => ({
    action: 'discount_status_changed',
    entity: 'discount_codes',
    entity_id: id,
    before: { code, status: before },
    after: { code, status },
  }))
  await writeAudits(tx, entries)
}

/**
 * Deletes a code; one that an order ever claimed a use of is archived instead, because orders refer to it (spec D10). The lock prevents a race: a concurrent checkout waits and then finds no code. @throws Refusal
 */
export const deleteDiscount = (
  db: Kysely<DB>,
  { actor, target, now }: { actor: Admin; target: DiscountTarget; now: Date },
): Promise<'deleted' | 'archived'> =>
  asActor(db, actor, async tx => {
    const before = await lockDiscount(tx, target)
    const done = (await wasRedeemed(tx, target.id)) ? 'archived' : 'deleted'
    const change = { archived_at: now, revision: before.revision + 1 }
    if (done === 'archived') await tx.updateTable('discount_codes').set(change).where('id', '=', target.id).execute()
    else await tx.deleteFrom('discount_codes').where('id', '=', target.id).execute()
    await writeAudit(tx, {
      action: `discount_${done}`,
      entity: 'discount_codes',
      entity_id: target.id,
      before,
      ...(done === 'archived' && { after: { archived_at: now } }),
    })
    return done
  })
