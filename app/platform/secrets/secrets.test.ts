import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SettingsError } from '#app/platform/env/setting.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { accessCode, codeMark, searchedCode, typedOne } from './access-code.server.ts'
import { open, parseKeys, readMasterKeys, seal } from './master-keys.server.ts'
import { openShopSecrets, openText, sealText } from './shop-secrets.server.ts'

const OLD = 'the-old-key-of-this-test-which-is-long-enough'
const NEW = 'the-new-key-of-this-test-which-is-long-enough'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const keys = (text: string) => parseKeys(text, 'SECRET_KEY')

describe('a sealed text', () => {
  it('is opened by its key, for its purpose alone, and by no changed byte', () => {
    const sealed = seal(keys(OLD), 'one', 'secreto ñ')
    expect(open(keys(OLD), 'one', sealed)).toBe('secreto ñ')
    expect(() => open(keys(OLD), 'other', sealed)).toThrow()
    expect(() => open(keys(NEW), 'one', sealed)).toThrow(SettingsError)
    fc.assert(
      fc.property(fc.nat({ max: sealed.length - 1 }), at => {
        const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
        const answer = (() => {
          try {
            return open(keys(OLD), 'one', changed)
          } catch {
            return undefined
          }
        })()
        // The last character of base64url may hold unused bits.
        expect([undefined, 'secreto ñ']).toContain(answer)
      }),
    )
  })

  it('is never the same twice, and names the key that opens it', () => {
    const [first, second] = [seal(keys(OLD), 'one', 'x'), seal(keys(OLD), 'one', 'x')]
    expect(first).not.toBe(second)
    expect(first.split('.')[1]).toBe(keys(OLD)[0].id)
    expect(open(keys(`${NEW},${OLD}`), 'one', first)).toBe('x')
  })
})

describe("the shop's secrets", () => {
  it('are made once, whoever starts first, and sealed again under a newer key', async () => {
    const { ownerPool } = database
    await ownerPool.query('delete from private.secrets')
    const started = await Promise.all([1, 2, 3].map(() => openShopSecrets(ownerPool, keys(OLD))))
    expect(new Set(started.map(secrets => secrets.session)).size).toBe(1)
    await expect(openShopSecrets(ownerPool, keys(NEW))).rejects.toThrow(/SECRET_KEY does not open this database/)
    expect(await openShopSecrets(ownerPool, keys(`${NEW},${OLD}`))).toEqual(started[0])
    expect(await openShopSecrets(ownerPool, keys(NEW))).toEqual(started[0])
  })

  it('seal columns so that they open again', () => {
    expect(openText('webhooks', sealText('webhooks', 'whsec_x'))).toBe('whsec_x')
  })
})

describe("the operator's key", () => {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'alhena-key-'))
    onTestFinished(() => rm(path, { recursive: true, force: true }))
    return path
  }

  it('is made in the data folder by the first start, whole, and stays', async () => {
    const dataDir = await folder()
    const source = { secretKey: undefined, dataDir }
    const made = await Promise.all([1, 2, 3].map(() => readMasterKeys(source)))
    expect(new Set(made.map(([key]) => key.id)).size).toBe(1)
    expect((await readFile(join(dataDir, 'secret.key'), 'utf8')).trim().length).toBeGreaterThan(60)
  })

  it.skipIf(process.platform === 'win32').each([0o644, 0o640, 0o604, 0o660, 0o777])(
    'is refused in one line where its file has mode %o',
    async mode => {
      const dataDir = await folder()
      const source = { secretKey: undefined, dataDir }
      const [made] = await readMasterKeys(source)
      const path = join(dataDir, 'secret.key')
      await chmod(path, mode)
      await expect(readMasterKeys(source)).rejects.toThrow(
        new SettingsError(
          `${path} is open to other users of this machine (mode ${mode.toString(8)}): chmod 600 ${path}`,
        ),
      )
      for (const kept of [0o600, 0o400]) {
        await chmod(path, kept)
        expect(await readMasterKeys(source)).toEqual([made])
      }
    },
  )

  it('is several, the newest first, in one line or one each', async () => {
    const read = await readMasterKeys({ secretKey: `${NEW}\n${OLD}`, dataDir: '/nowhere' })
    expect(read.map(({ id }) => id)).toEqual(keys(`${NEW},${OLD}`).map(({ id }) => id))
    expect(() => keys(`${NEW},short`)).toThrow('each key must have at least 32 characters')
  })
})

describe('an access code', () => {
  const STORED = '5f0c4a52-1d5b-4c55-9a3b-0a4b1e7d2f10'

  it('is always the same for what is stored, and looks like one', () => {
    expect(accessCode(STORED)).toMatch(/^AC-[2-9A-HJ-NP-Z]{8}$/)
    expect(accessCode(STORED)).toBe(accessCode(STORED))
    expect(accessCode('Sin dato')).toBe('Sin dato')
  })

  it('is recognised as typed, and searched for whole or not at all', () => {
    const code = accessCode(STORED)
    const others = ['5f0c4a52-1d5b-4c55-9a3b-0a4b1e7d2f11', STORED]
    expect(typedOne(others, ` ${code.toLowerCase()} `)).toBe(STORED)
    expect(typedOne(others, 'AC-22222222')).toBeUndefined()
    expect(searchedCode(code.toLowerCase())).toBe(codeMark(code))
    expect(searchedCode('ac–chungara')).toBe(codeMark('AC-CHUNGARA'))
    expect(searchedCode('23456789')).toBe(codeMark('AC-23456789'))
    for (const other of [code.slice(0, -1), 'Chungara', 'AC Partners']) expect(searchedCode(other)).toBe(other)
  })

  it('uses every symbol about as often', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 4_000; index += 1) {
      const stored = `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
      for (const symbol of accessCode(stored).slice(3)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
    }
    expect(counts.size).toBe(32)
    for (const count of counts.values()) expect(count).toBeGreaterThan(850)
  })
})
