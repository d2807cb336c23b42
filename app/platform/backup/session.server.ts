import { Client } from 'pg'

/**
 * What makes the text of a value the same on every server, and rows come in the order in which they are stored; without limits of
 * time, which are for requests. Each is a statement of its own: poolers refuse them at the start of a connection.
 */
const SETTINGS = {
  application_name: 'alhena-backup',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  synchronize_seqscans: 'off',
  // An error instead of a part of the rows, for a login that row-level security restricts.
  row_security: 'off',
}

/** Works on a connection of its own, in one transaction that ends with the work: committed, or rolled back when it fails. */
export async function inTransaction<T>(
  address: string,
  begin: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: address, keepAlive: true })
  // The statement under way fails when the server closes the connection; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const [name, value] of Object.entries(SETTINGS)) await client.query(`set ${name} = '${value}'`)
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}
