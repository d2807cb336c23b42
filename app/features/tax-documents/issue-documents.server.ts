import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { isManualMethod } from '#app/features/orders/payment-text.ts'
import { dayOf, parseDay } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { documentIssuer } from '#app/platform/tax-documents/issuer.ts'
import type {
  DocumentIssuer,
  DocumentProblem,
  DocumentRequest,
  RequestOutcome,
  TaxDocuments,
} from '#app/platform/tax-documents/tax-documents.ts'
import { documentLines } from './document-lines.ts'
import { mailIssued, mailRejected } from './document-mails.server.ts'
import {
  type ClaimedDocument,
  claimRequested,
  materialOf,
  postpone,
  recordIssued,
  recordRejected,
} from './tax-documents.server.ts'
import { checkAfter, retryAfter, UNCERTAIN_LIMIT_MS } from './tax-documents.ts'

export type IssueDeps = { db: Kysely<DB>; provider: TaxDocuments; log: Log }

/** Documents of one run: the provider takes three requests a second. */
const BATCH = 3

/**
 * Asks the provider for documents that are due, one after the other, each outside of a transaction. An answer that was
 * lost is asked for again with the same key, so that nothing is issued twice; after 20 hours of silence a person decides.
 * @returns how many were settled; 0 when none is due or the provider takes none now
 */
export async function issueDocuments(deps: IssueDeps, now: Date): Promise<number> {
  let settled = 0
  while (settled < BATCH) {
    const document = await asActor(deps.db, SYSTEM, tx =>
      claimRequested(tx, { isSandbox: deps.provider.isSandbox, now }),
    )
    if (!document) break
    const outcome = await ask(deps, document, now)
    if (!(await record(deps, document, outcome, now))) break
    settled += 1
  }
  return settled
}

type Outcome = RequestOutcome | { kind: 'not_taken'; code: 'issuer_incomplete'; detail: string }

async function ask({ db, provider }: IssueDeps, document: ClaimedDocument, now: Date): Promise<Outcome> {
  const issuer = documentIssuer()
  if (!issuer) return { kind: 'not_taken', code: 'issuer_incomplete', detail: 'the settings lack data of the issuer' }
  const material = await asActor(db, SYSTEM, tx => materialOf(tx, document))
  return provider.request(requestOf(document, material, issuer, now))
}

type Material = Awaited<ReturnType<typeof materialOf>>

function requestOf(document: ClaimedDocument, material: Material, issuer: DocumentIssuer, now: Date): DocumentRequest {
  const { kind, order_number: orderNumber } = document
  const totals = { net: document.net_clp, vat: document.vat_clp, total: document.total_clp }
  const annuls = material.original?.total_clp === totals.total
  return {
    key: `${document.id}-${document.generation}`,
    kind,
    day: dayOf(now),
    issuer,
    receiver: {
      rut: document.receiver_rut,
      name: document.receiver_name,
      activity: document.receiver_activity,
      address: document.receiver_address,
      commune: document.receiver_commune,
    },
    lines: documentLines({ kind, items: material.items, totals, orderNumber, isPart: kind === 61 && !annuls }),
    totals,
    paidBy: paidBy(material.gateway),
    reference: referenceOf(material, annuls),
  }
}

const paidBy = (gateway: string | undefined): DocumentRequest['paidBy'] => {
  if (!isManualMethod(gateway)) return 'card'
  return gateway === 'transfer' ? 'transfer' : 'other'
}

function referenceOf({ original, reason }: Material, annuls: boolean): DocumentRequest['reference'] {
  const day = parseDay(original?.issued_on)
  if (!original || original.kind === 61 || original.folio === null || !day) return undefined
  return { kind: original.kind, folio: original.folio, day, annuls, reason: reason ?? 'Devolución' }
}

/** @returns whether the provider takes more now */
async function record(deps: IssueDeps, document: ClaimedDocument, outcome: Outcome, now: Date): Promise<boolean> {
  const { db, log } = deps
  const fields = { document: document.id, kind: document.kind, attempt: document.attempts }
  switch (outcome.kind) {
    case 'issued': {
      const nextCheckAt = new Date(now.getTime() + (checkAfter(0) ?? 0))
      await asActor(db, SYSTEM, async tx => {
        if (!(await recordIssued(tx, document, outcome.document, { now, nextCheckAt }))) return
        await mailIssued(tx, document.id)
        await writeAudit(tx, {
          action: 'tax_document_issued',
          entity: 'orders',
          entity_id: document.order_id,
          after: { document_id: document.id, kind: document.kind, folio: outcome.document.folio },
        })
      })
      log.info('tax_document_issued', fields)
      return true
    }
    case 'rejected':
      await reject(deps, document, outcome.code, outcome.problem)
      return true
    case 'not_taken': {
      // Whether an earlier try arrived is as unknown as before.
      const isFirst = document.uncertain_since.getTime() === now.getTime()
      const until = new Date(now.getTime() + retryAfter(document.attempts))
      const uncertainSince = isFirst ? null : document.uncertain_since
      await asActor(db, SYSTEM, tx => postpone(tx, document, { code: outcome.code, until, uncertainSince }))
      log.warn('tax_document_not_taken', { ...fields, code: outcome.code, detail: outcome.detail })
      return false
    }
    case 'unknown': {
      const uncertainSince = document.uncertain_since
      const until = new Date(now.getTime() + retryAfter(document.attempts))
      log.warn('tax_document_unknown', { ...fields, code: outcome.code, detail: outcome.detail })
      if (until.getTime() - uncertainSince.getTime() > UNCERTAIN_LIMIT_MS)
        await reject(deps, document, 'no_answer', undefined)
      else await asActor(db, SYSTEM, tx => postpone(tx, document, { code: outcome.code, until, uncertainSince }))
      return false
    }
  }
}

async function reject(deps: IssueDeps, document: ClaimedDocument, code: string, problem: DocumentProblem | undefined) {
  await asActor(deps.db, SYSTEM, async tx => {
    const isUncertain = code === 'no_answer'
    if (!(await recordRejected(tx, document, { code, problem, isUncertain }))) return
    await mailRejected(tx, document.id, code, problem)
    await writeAudit(tx, {
      action: 'tax_document_rejected',
      entity: 'orders',
      entity_id: document.order_id,
      after: { document_id: document.id, kind: document.kind, code },
    })
  })
  deps.log.error('tax_document_rejected', { document: document.id, kind: document.kind, code })
}
