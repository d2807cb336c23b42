import type { Kysely } from 'kysely'
import { ownQuotation } from '#app/features/quotations/quotations.server.ts'
import { quotationState } from '#app/features/quotations/quotations.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { isToken, newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'

/** Keeps a token for an hour while its user is at the bank: the bank's way back must not contain it. */
export const linkCookie = tokenCookie('alhena_cotizacion', { path: '/cotizacion', seconds: 3600 })

/** The token of an address, or else the one that the browser kept while its user was at the bank. */
export function readLinkToken(request: Request, appUrl: string): { token: string; isFromCookie: boolean } | undefined {
  const typed = new URL(request.url).searchParams.get('token')
  const token = typed ?? linkCookie.read(request, appUrl)
  return isToken(token) ? { token, isFromCookie: typed === null } : undefined
}

type Input = { userId: string; quotationId: string; now: Date }

/**
 * Makes the link of the buyer's own valid quotation. It replaces the former one, which opens nothing any more.
 * @returns its token, which is stored nowhere. @throws Refusal
 */
export async function shareQuotation(db: Kysely<DB>, { userId, quotationId, now }: Input): Promise<string> {
  return asActor(db, { kind: 'user', userId }, async tx => {
    const quotation = await ownQuotation(tx, userId, quotationId)
    if (!quotation || quotationState(quotation, now) !== 'valid') refuse('Solo se comparte una cotización vigente.')
    const token = newToken()
    const link = { token_hash: digestOf(token), created_at: now }
    await tx
      .insertInto('quotation_links')
      .values({ quotation_id: quotationId, user_id: userId, ...link })
      .onConflict(conflict => conflict.column('quotation_id').doUpdateSet({ ...link, withdrawn_at: null }))
      .execute()
    return token
  })
}

/** Closes the link of the buyer's own quotation. What was answered before stays. False: there was no open one. */
export async function withdrawLink(db: Kysely<DB>, { userId, quotationId, now }: Input): Promise<boolean> {
  return asActor(db, { kind: 'user', userId }, async tx => {
    const withdrawn = await tx
      .updateTable('quotation_links')
      .set({ withdrawn_at: now })
      .where('quotation_id', '=', quotationId)
      .where('user_id', '=', userId)
      .where('withdrawn_at', 'is', null)
      .returning('quotation_id')
      .executeTakeFirst()
    return withdrawn !== undefined
  })
}
