import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { type Actor, asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { profileForm } from './identity-schema.server.ts'
import { updateProfile, updateProfileFields } from './profile.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const FIELDS = { first_name: 'Beatriz', last_name: 'Muñoz', company: 'Datos SpA', phone: '+56 9 1234 5678' }
const user = (userId: string): Actor => ({ kind: 'user', userId })
const stored = async (id: string) =>
  (await database.ownerPool.query('select * from profiles where id = $1', [id])).rows[0]

describe('updateProfile', () => {
  // shows: S2.62, S7.9
  it('changes the four fields of the own profile', async () => {
    const ana = await createProfile(database.ownerPool)
    expect(await updateProfile(database.db, ana, FIELDS)).toBe(true)
    expect(await stored(ana.id)).toMatchObject({ ...FIELDS, email: ana.email, role: 'client' })
  })

  // shows: S7.9
  it('ignores all other fields of a form', async () => {
    const ana = await createProfile(database.ownerPool)
    const posted = {
      ...FIELDS,
      role: 'admin',
      id: crypto.randomUUID(),
      email: 'otra@example.cl',
      created_at: '2001-01-01',
    }
    expect(profileForm.parse(posted)).toEqual(FIELDS)
    // Also when a caller forgets to parse.
    await updateProfile(database.db, ana, posted)
    expect(await stored(ana.id)).toMatchObject({ ...FIELDS, role: 'client', email: ana.email, id: ana.id })
  })

  it('does not find a deleted profile', async () => {
    const gone = { id: crypto.randomUUID(), role: 'client' as const }
    expect(await updateProfile(database.db, gone, FIELDS)).toBe(false)
  })
})

describe('profileForm', () => {
  // shows: S5.14
  it("requires a first name and respects the columns' limits", () => {
    const parsed = profileForm.safeParse({
      first_name: ' \u0000 ',
      last_name: 'x'.repeat(121),
      company: 'ok',
      phone: '',
    })
    expect(parsed.error && firstMessagePerField(parsed.error)).toEqual({
      first_name: 'Escribe tu nombre',
      last_name: 'Puede tener hasta 120 caracteres',
    })
  })

  it('cleans pasted text and leaves missing values empty', () => {
    const input = { first_name: ' Ana\u0000\tMaría ', last_name: '', company: '  ', phone: undefined }
    expect(profileForm.parse(input)).toEqual({ first_name: 'Ana María', last_name: '', company: null, phone: null })
  })
})

describe('row-level security', () => {
  // shows: S6.14
  it('shows a profile only to its owner and the staff', async () => {
    const [ana, eva, admin] = await Promise.all([
      createProfile(database.ownerPool),
      createProfile(database.ownerPool),
      createProfile(database.ownerPool, { role: 'admin' }),
    ])
    const seenBy = (actor: Actor) =>
      asActor(database.db, actor, tx =>
        tx.selectFrom('profiles').select('id').where('id', 'in', [ana.id, eva.id]).execute(),
      )
    expect(await seenBy(user(ana.id))).toEqual([{ id: ana.id }])
    expect(await seenBy(VISITOR)).toEqual([])
    expect(await database.db.selectFrom('profiles').select('id').execute()).toEqual([])
    expect(await seenBy(SYSTEM)).toHaveLength(2)
    expect(await seenBy({ kind: 'admin', userId: admin.id })).toHaveLength(2)
  })

  // shows: S7.9
  it("lets nobody change another's profile", async () => {
    const [ana, eva] = await Promise.all([createProfile(database.ownerPool), createProfile(database.ownerPool)])
    for (const actor of [user(ana.id), VISITOR, { kind: 'admin', userId: ana.id } as const]) {
      expect(await asActor(database.db, actor, tx => updateProfileFields(tx, eva.id, FIELDS))).toBe(false)
    }
    expect(await stored(eva.id)).toMatchObject({ first_name: 'Ana' })
  })

  it.each(['role', 'email', 'email_verified', 'id', 'created_at'] as const)(
    'lets nobody change their own %s',
    async column => {
      const ana = await createProfile(database.ownerPool)
      const before = await stored(ana.id)
      const values = {
        role: 'admin',
        email: 'x@y.cl',
        email_verified: false,
        id: crypto.randomUUID(),
        created_at: new Date(0),
      }
      const change = asActor(database.db, user(ana.id), tx =>
        // @ts-expect-error The type refuses it, too.
        tx.updateTable('profiles').set(column, values[column]).where('id', '=', ana.id).execute(),
      )
      await expect(change).rejects.toThrow('permission denied')
      expect(await stored(ana.id)).toEqual(before)
    },
  )

  it.each(['auth.sessions', 'auth.accounts', 'auth.verifications', 'private.secrets'])('hides %s', async table => {
    const [schema = '', name = ''] = table.split('.')
    const read = asActor(database.db, SYSTEM, tx =>
      tx
        .withSchema(schema)
        .selectFrom(name as never)
        .selectAll()
        .execute(),
    )
    await expect(read).rejects.toThrow('permission denied')
  })
})
