import { hash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { isOfNewest, type MasterKeys, open, parseKeys, seal } from './master-keys.server.ts'

/** What the database keeps sealed under the operator's key, each for one use, so that rotating that key rewrites three rows. */
const NAMES = ['session', 'access_codes', 'webhooks'] as const
type SecretName = (typeof NAMES)[number]

type ShopSecrets = Readonly<Record<SecretName, string>>

/**
 * Opens the shop's secrets. The first start makes them; one with a newer key seals them again under it.
 * @throws SettingsError when none of the keys opens them.
 */
export async function openShopSecrets(ownerPool: Pick<Pool, 'query'>, keys: MasterKeys): Promise<ShopSecrets> {
  const session = await openSecret(ownerPool, keys, 'session')
  const accessCodes = await openSecret(ownerPool, keys, 'access_codes')
  const webhooks = await openSecret(ownerPool, keys, 'webhooks')
  return { session, access_codes: accessCodes, webhooks }
}

async function openSecret(ownerPool: Pick<Pool, 'query'>, keys: MasterKeys, name: SecretName): Promise<string> {
  const purpose = `secret ${name}`
  const find = () => ownerPool.query<{ value: string }>('select value from private.secrets where name = $1', [name])
  let [found] = (await find()).rows
  if (found === undefined) {
    // Of servers that start at once, the first one's secret is everybody's.
    await ownerPool.query('insert into private.secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
      name,
      seal(keys, purpose, randomBytes(48).toString('base64url')),
    ])
    found = (await find()).rows[0]
  }
  if (found === undefined) throw new Error(`The secret ${name} is gone from private.secrets`)
  const text = open(keys, purpose, found.value)
  if (!isOfNewest(keys, found.value)) {
    await ownerPool.query('update private.secrets set value = $2 where name = $1 and value = $3', [
      name,
      seal(keys, purpose, text),
      found.value,
    ])
  }
  return text
}

let current: ShopSecrets | undefined

/** Makes the secrets those of this process: codes are shown and read in many places, as the shop's texts are. */
export function keepShopSecrets(secrets: ShopSecrets): void {
  current = secrets
}

/** @throws Error before the start has opened them. */
export function shopSecret(name: SecretName): string {
  if (current === undefined) throw new Error('The secrets of the shop are not open yet')
  return current[name]
}

/** Seals a text for a column of the database, under a secret of the shop. */
export const sealText = (name: SecretName, text: string): string => seal(keysOf(name), `column ${name}`, text)

/** Opens such a text. */
export const openText = (name: SecretName, sealed: string): string => open(keysOf(name), `column ${name}`, sealed)

const keysOf = (name: SecretName): MasterKeys => parseKeys(shopSecret(name), name)

/** What the database keeps of a token of at least 128 random bits: its SHA-256 in hex. */
export const digestOf = (token: string): string => hash('sha256', token, 'hex')
