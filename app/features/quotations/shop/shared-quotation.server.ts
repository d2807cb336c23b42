import type { SessionArgs } from '#app/features/identity/session.server.ts'
import { findLink, findReplies } from '#app/features/quotations/approval/approval.server.ts'
import { readLinkToken } from '#app/features/quotations/approval/share-quotation.server.ts'
import { linkedQuotation } from '#app/features/quotations/quotations.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'

/**
 * What the link of a request shows: the quotation and its replies while the link is open. Undefined for a link that never
 * existed or was replaced.
 */
export async function findShared({ request, context }: Pick<SessionArgs, 'request' | 'context'>) {
  const { db, now, settings } = servicesOf(context)
  const read = readLinkToken(request, settings.appUrl)
  if (!read) return undefined
  const linkHash = digestOf(read.token)
  const at = now()
  return asActor(db, { kind: 'approver', linkHash }, async tx => {
    const link = await findLink(tx, linkHash, at)
    if (!link) return undefined
    const quotation = link.state === 'open' ? await linkedQuotation(tx, link.quotationId) : undefined
    return {
      ...read,
      linkHash,
      link,
      quotation: quotation && { ...quotation, isBought: link.order?.status === 'paid' },
      replies: quotation ? await findReplies(tx, quotation.id) : [],
    }
  })
}
