import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openAccounts } from '#app/features/identity/accounts.test-support.ts'
import { restoreBackup } from '#app/platform/backup/restore-backup.server.ts'
import { writeBackup } from '#app/platform/backup/write-backup.server.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { prepareJobs } from '#app/platform/jobs/prepare-jobs.server.ts'
import { DEMO_BUYER } from '#server/demo/company.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { contentOf, createEmptyDatabase, onConnection } from './support/database-content.ts'
import { loadTestCompany } from './support/demo-company.ts'
import { createProduct } from './support/factories.ts'

const KEY = 'a-key-of-this-drill-with-32-characters'

let shop: TestDatabase
let folder: string
beforeAll(async () => {
  shop = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'alhena-drill-'))
  await loadTestCompany(shop, new Date())
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

it('restores a shop with everything in it, as an owner without other rights, and it goes on from there', async () => {
  const path = join(folder, 'shop.zst.age')
  const empty = await createEmptyDatabase(inject('postgresAddress'))
  try {
    const owned = await ownedBy(empty.address, 'shop_owner')
    const before = await contentOf(shop.address)
    const backup = await writeBackup({ address: shop.address, path, key: KEY, objects: undefined, now: new Date() })
    expect(backup.rows).toBeGreaterThan(1_000)
    const restored = await restoreBackup({ address: owned, path, key: KEY, directory: 'db' })
    expect(restored).toMatchObject({ rows: backup.rows, tables: backup.tables })
    expect(await contentOf(owned)).toEqual(before)
    await workOn(owned)
  } finally {
    await empty.drop()
  }
})

/** Gives the database to a login that is no superuser and has the application's roles from an administrator. */
async function ownedBy(address: string, owner: string): Promise<string> {
  await onConnection(address, async client => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    await client.query(`drop role if exists ${owner}`)
    await client.query(`create role ${owner} login nosuperuser nobypassrls`)
    await client.query(`grant alhena_app, alhena_system to ${owner}`)
    await client.query(`alter database ${rows[0]?.name} owner to ${owner}`)
  })
  return address.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, `$1${owner}@`)
}

/** Somebody of the backup logs in, and triggers, sequences and generated columns work on. */
async function workOn(address: string): Promise<void> {
  const databases = openDatabases(address, 2)
  try {
    await prepareJobs(databases.ownerPool)
    const { auth } = openAccounts(databases)
    const { user } = await auth.api.signInEmail({ body: { email: DEMO_BUYER.email, password: DEMO_BUYER.password } })
    expect(user.email).toBe(DEMO_BUYER.email)
    const product = await createProduct(databases.ownerPool)
    const { rows } = await databases.ownerPool.query('select slug from assessments where id = $1', [product.id])
    expect(rows).toHaveLength(1)
    // Mails that waited are sent: jobs are in no backup.
    const mails = await databases.ownerPool.query("select id::text from mails where status = 'queued' order by id")
    const jobs = await databases.ownerPool.query(
      "select data ->> 'id' as id from pgboss.job where name = 'mail' order by 1",
    )
    expect(mails.rows.length).toBeGreaterThan(0)
    expect(jobs.rows.map(({ id }) => id)).toEqual(mails.rows.map(({ id }) => id).toSorted())
    await expect(databases.ownerPool.query('delete from audit_log')).rejects.toThrow('never changed or deleted')
  } finally {
    await databases.close()
  }
}
