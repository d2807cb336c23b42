import type { Kysely } from 'kysely'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import { countMailsSince, lockQuotations, ownQuotation } from './quotations.db.server.ts'
import { MAILS_A_DAY, quotationPath, startOfLimit } from './quotations.ts'

export type MailQuotationError = { code: 'not_found' } | { code: 'too_many' }

/**
 * Mails the owner a link to a quotation, to the account's own address only, so that it can't be used to spam others.
 * Runs as the shop, because a buyer can't see sent mails.
 */
export function mailQuotation(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'email' | 'first_name'>,
  id: string,
  now: Date,
): Promise<Result<{ email: string }, MailQuotationError>> {
  return asActor(db, SYSTEM, async tx => {
    await lockQuotations(tx, user.id)
    const quotation = await ownQuotation(tx, user.id, id)
    if (!quotation) return err({ code: 'not_found' })
    const link = quotationPath(id)
    if ((await countMailsSince(tx, link, startOfLimit(now))) >= MAILS_A_DAY) return err({ code: 'too_many' })
    await queueMail(tx, {
      template: 'quotation',
      recipient: user.email,
      params: {
        nombre: user.first_name,
        numero_cotizacion: quotation.number,
        total_clp: formatPesos(quotation.total_clp),
        fecha_limite: formatDate(quotation.validUntil),
        enlace_cotizacion: link,
      },
    })
    return ok({ email: user.email })
  })
}
