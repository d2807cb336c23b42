import type { kyselyAdapter } from '@better-auth/kysely-adapter'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'

type OpenAdapter = ReturnType<typeof kyselyAdapter>
type Adapter = ReturnType<OpenAdapter>
type Operations = Omit<Adapter, 'transaction'>
type Where = NonNullable<Parameters<Adapter['findMany']>[0]['where']>

/**
 * The library's adapter with sessions of which the database has only the token's SHA-256: whoever reads a copy of the table has
 * nobody's session. The library itself goes on working with the token of the cookie.
 */
export const withHashedSessions =
  (open: OpenAdapter): OpenAdapter =>
  options => {
    const adapter = open(options)
    return {
      ...adapter,
      ...hashing(adapter),
      transaction: work => adapter.transaction(tx => work({ ...tx, ...hashing(tx) })),
    }
  }

function hashing(adapter: Operations): Operations {
  return {
    ...adapter,
    create: async input => {
      const token = input.model === 'session' ? tokenIn(input.data) : undefined
      if (token === undefined) return adapter.create(input)
      return withToken(await adapter.create({ ...input, data: { ...input.data, token: digestOf(token) } }), token)
    },
    findOne: async input => withToken(await adapter.findOne({ ...input, where: hashed(input) ?? [] }), searched(input)),
    findMany: input => adapter.findMany({ ...input, where: hashed(input) }),
    count: input => adapter.count({ ...input, where: hashed(input) }),
    update: async input => withToken(await adapter.update({ ...input, where: hashed(input) ?? [] }), searched(input)),
    updateMany: input => adapter.updateMany({ ...input, where: hashed(input) ?? [] }),
    delete: input => adapter.delete({ ...input, where: hashed(input) ?? [] }),
    deleteMany: input => adapter.deleteMany({ ...input, where: hashed(input) ?? [] }),
    consumeOne: input => adapter.consumeOne({ ...input, where: hashed(input) ?? [] }),
  }
}

type Search = { model: string; where?: Where | undefined }

/** The same conditions with digests for tokens of sessions. */
const hashed = ({ model, where }: Search): Where | undefined =>
  model !== 'session' || where === undefined
    ? where
    : where.map(condition => {
        const { field, value } = condition
        if (field !== 'token') return condition
        if (typeof value === 'string') return { ...condition, value: digestOf(value) }
        return Array.isArray(value) ? { ...condition, value: value.map(each => digestOf(String(each))) } : condition
      })

/** The token that a search names. */
function searched({ model, where }: Search): string | undefined {
  const value = model === 'session' ? where?.find(({ field }) => field === 'token')?.value : undefined
  return typeof value === 'string' ? value : undefined
}

const tokenIn = (data: object): string | undefined =>
  'token' in data && typeof data.token === 'string' ? data.token : undefined

/** A found session with the token by which it was found, instead of its digest. */
const withToken = <Row>(row: Row, token: string | undefined): Row =>
  token !== undefined && typeof row === 'object' && row !== null && 'token' in row ? { ...row, token } : row
