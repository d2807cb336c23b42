import type { ColumnType, Kysely } from 'kysely'
import { pesos } from '#app/kernel/money.ts'
import type { PaymentStatus } from '#app/platform/payments/gateway.ts'
import type { Card, Decision, SimulatorStore } from './simulator-store.ts'

type Fixed<Value> = ColumnType<Value, Value, never>

/** The simulated Transbank's table. It stands for another company's books, so it has a schema of its own and no links. */
type SimulatorTransactionsTable = {
  token: Fixed<string>
  version: number
  buy_order: Fixed<string>
  session_id: Fixed<string>
  amount_clp: Fixed<number>
  return_url: Fixed<string>
  created_at: Fixed<Date>
  decision: Decision | null
  card: Card | null
  decided_at: Date | null
  status: PaymentStatus
  committed_at: Date | null
  refunded_clp: number
}
export type SimulatorTables = { 'simulator.simulator_transactions': SimulatorTransactionsTable }

const TABLE = 'simulator.simulator_transactions'

/** Books in PostgreSQL: they survive the end of the server at any moment. */
export function createPostgresStore(db: Kysely<SimulatorTables>): SimulatorStore {
  return {
    async get(token) {
      const row = await db.selectFrom(TABLE).selectAll().where('token', '=', token).executeTakeFirst()
      if (!row) return undefined
      return {
        token: row.token,
        version: row.version,
        buyOrder: row.buy_order,
        sessionId: row.session_id,
        // A driver without a parser for int8 gives it as text.
        amountClp: pesos(Number(row.amount_clp)),
        returnUrl: row.return_url,
        createdAt: row.created_at,
        decision: row.decision,
        card: row.card,
        decidedAt: row.decided_at,
        status: row.status,
        committedAt: row.committed_at,
        refundedClp: pesos(Number(row.refunded_clp)),
      }
    },
    async insert(transaction) {
      await db
        .insertInto(TABLE)
        .values({
          token: transaction.token,
          version: transaction.version,
          buy_order: transaction.buyOrder,
          session_id: transaction.sessionId,
          amount_clp: transaction.amountClp,
          return_url: transaction.returnUrl,
          created_at: transaction.createdAt,
          decision: transaction.decision,
          card: transaction.card,
          decided_at: transaction.decidedAt,
          status: transaction.status,
          committed_at: transaction.committedAt,
          refunded_clp: transaction.refundedClp,
        })
        .execute()
    },
    async transition(token, expectedVersion, change) {
      const changed = await db
        .updateTable(TABLE)
        .set({
          version: expectedVersion + 1,
          ...(change.decision !== undefined && { decision: change.decision }),
          ...(change.card !== undefined && { card: change.card }),
          ...(change.decidedAt !== undefined && { decided_at: change.decidedAt }),
          ...(change.status !== undefined && { status: change.status }),
          ...(change.committedAt !== undefined && { committed_at: change.committedAt }),
          ...(change.refundedClp !== undefined && { refunded_clp: change.refundedClp }),
        })
        .where('token', '=', token)
        .where('version', '=', expectedVersion)
        .returning('token')
        .executeTakeFirst()
      return changed !== undefined
    },
  }
}
