import { verifyPassword } from 'better-auth/crypto'
import { describe, expect, it } from 'vitest'
import { logIn, signUp } from '#app/features/identity/sign-in/sign-in.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { openAccounts, openSession, signUpForm } from './accounts.test-support.ts'

// The other tests hash passwords cheaply. This one covers the shop's real hash, and tests/e2e/accounts.spec.ts that it
// is used.

const { database } = await openTestAccounts()
const accounts = openAccounts(database, { hasher: 'scrypt' })

async function storedHash(email: string): Promise<string> {
  const found = await database.ownerPool.query<{ password: string }>(
    'select a.password from auth.accounts a join profiles p on p.id = a.user_id where p.email = $1',
    [email],
  )
  return found.rows[0]?.password ?? ''
}

describe('the password of an account', () => {
  it('is stored as scrypt with its own salt, and accepts only the right one', async () => {
    const ana = await openSession(accounts)
    const eva = signUpForm()
    await signUp(accounts.caller(), eva, null)
    const [hash, other] = [await storedHash(ana.email), await storedHash(eva.email)]
    expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
    expect(other).not.toBe(hash)
    expect(await verifyPassword({ hash, password: ana.password })).toBe(true)
    expect(await verifyPassword({ hash, password: `${ana.password} ` })).toBe(false)
    const wrong = await logIn(accounts.caller(), { intent: 'login', email: ana.email, password: 'otra-clave' })
    expect(wrong).toMatchObject({ ok: false })
  })
})
