import type { Pool } from 'pg'

/** One lock for every process that starts on this database: two grants at once on one table fail. */
const GRANT_LOCK = 7_426_512

const OPEN = `
  grant usage on schema simulator to alhena_app;
  grant select, insert, update (version, decision, card, decided_at, status, committed_at, refunded_clp)
    on simulator.simulator_transactions to alhena_app`
const SHUT = `
  revoke all on simulator.simulator_transactions from alhena_app;
  revoke all on schema simulator from alhena_app`

/**
 * Grants the application access to the simulator's tables only where the simulator is the gateway. They stand for
 * another company's data, which the shop never needs with real payments.
 */
export async function guardSimulatorBooks(ownerPool: Pool, simulated: boolean): Promise<void> {
  const client = await ownerPool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
    const { rows } = await client.query<{ open: boolean }>(
      "select has_schema_privilege('alhena_app', 'simulator', 'usage') as open",
    )
    if (rows[0]?.open !== simulated) await client.query(simulated ? OPEN : SHUT)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
