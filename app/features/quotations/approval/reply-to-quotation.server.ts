import type { Kysely, Transaction } from 'kysely'
import { quotationPath } from '#app/features/quotations/quotations.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { isApproved, type LockedLink, lockLink } from './approval.server.ts'
import { LINK_TEXTS, MAX_REPLIES, type NewReply } from './approval.ts'

export type LinkTexts = Readonly<Record<keyof typeof LINK_TEXTS, string>>

/**
 * The open link with this hash, locked. For the shop.
 * @param texts what is said where it is closed: who replies and who pays read different ones. @throws Refusal
 */
export async function openLink(tx: Transaction<DB>, hash: string, texts: LinkTexts, now: Date): Promise<LockedLink> {
  const link = await lockLink(tx, hash)
  if (!link) refuse(texts.not_found)
  if (link.withdrawn_at !== null) refuse(texts.withdrawn)
  if (link.is_bought) refuse(texts.bought)
  if (link.valid_until < now) refuse(texts.expired)
  return link
}

/**
 * Records the reply of somebody with the link, and mails it to the quotation's owner. A quotation is approved once; an
 * approval after a refusal counts. The same reply twice is recorded once. Runs as the shop, because its mail is to
 * somebody whom the person with the link may not look up. @throws Refusal
 */
export async function replyToQuotation(
  db: Kysely<DB>,
  { linkHash, reply, now }: { linkHash: string; reply: NewReply; now: Date },
): Promise<void> {
  return asActor(db, SYSTEM, async tx => {
    const quotation = await openLink(tx, linkHash, LINK_TEXTS, now)
    const { ids } = await tx
      .selectFrom('quotation_replies')
      .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['id']).as('ids'))
      .where('quotation_id', '=', quotation.id)
      .executeTakeFirstOrThrow()
    const earlier = ids ?? []
    if (earlier.includes(reply.id)) return
    if (reply.kind !== 'commented' && (await isApproved(tx, quotation.id))) {
      refuse('Alguien ya aprobó esta cotización. Abajo ves quién y cuándo.')
    }
    if (earlier.length >= MAX_REPLIES) {
      refuse('Esta cotización ya tiene todas las respuestas que admite. Escribe directamente a quien te la envió.')
    }
    await tx
      .insertInto('quotation_replies')
      .values({ ...reply, quotation_id: quotation.id, user_id: quotation.user_id, created_at: now })
      .execute()
    if (reply.kind === 'approved' && reply.purchase_order !== null) {
      await setPurchaseOrder(tx, quotation.id, reply.purchase_order)
    }
    await queueMail(tx, {
      template: 'quotation_reply',
      recipient: quotation.email,
      params: {
        nombre: quotation.first_name,
        numero_cotizacion: quotation.number,
        total_clp: formatPesos(quotation.total_clp),
        persona: reply.name,
        cargo: reply.job_role ?? '',
        orden_compra: reply.purchase_order ?? '',
        comentario: reply.comment ?? '',
        aprobada: reply.kind === 'approved',
        rechazada: reply.kind === 'declined',
        enlace_cotizacion: quotationPath(quotation.id),
      },
    })
  })
}

/** The number of the client's purchase order reaches the order that was made of the quotation before the approval; later ones read it themselves. */
const setPurchaseOrder = (tx: Transaction<DB>, quotationId: string, number: string) =>
  tx
    .updateTable('orders')
    .set({ purchase_order: number })
    .where('quotation_id', '=', quotationId)
    .where('status', 'in', ['pending', 'paid'])
    .execute()
