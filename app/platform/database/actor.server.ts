import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type KyselyProps,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import type { DB } from './schema.ts'

/**
 * The actor of a transaction. Policies of row-level security read it, so each kind sees and changes only its own rows.
 */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'user'; userId: string }
  | { kind: 'admin'; userId: string }
  /** A browser that was opened with e-mail and code; the hash is the SHA-256 (hex) of its cookie's token. */
  | { kind: 'respondent'; sessionHash: string }
  /** A system that brought a key of the API; the hash is the SHA-256 (hex) of the key. It reads what the key's scopes name. */
  | { kind: 'api'; keyHash: string }
  /** Somebody with the link of a quotation; the hash is the SHA-256 (hex) of its token. Reads that quotation while the link is open. */
  | { kind: 'approver'; linkHash: string }
  /** Somebody with a link to results; the hash is the SHA-256 (hex) of its token. Reads that purchase's figures while the link is open. */
  | { kind: 'result_reader'; linkHash: string }
  /** The owner of a mailbox who came by a link; the hash is the SHA-256 (hex) of its cookie's token. Sees the own data. */
  | { kind: 'data_subject'; sessionHash: string }
  /** The shop's own work: payment returns, mail worker, recovery. Never set from a request's content. */
  | { kind: 'system' }

export const VISITOR: Actor = { kind: 'visitor' }
export const SYSTEM: Actor = { kind: 'system' }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SHA256 = /^[0-9a-f]{64}$/

/** An actor whose transaction begins, whether it is to run on a connection of the shop, and whether it may write. */
type Pending = {
  actor: Actor
  byShop: boolean
  isReadOnly?: boolean
  /** What the transaction runs on, once it has begun. */
  begun?: Omit<KyselyProps, 'executor'>
}

const pendingActor = new AsyncLocalStorage<Pending>()

/**
 * Runs `work` in one transaction as `actor`. Every query on personal data uses it: without an actor row-level security
 * shows nothing.
 */
export function asActor<Value>(
  db: Kysely<DB>,
  actor: Actor,
  work: (tx: Transaction<DB>) => Promise<Value>,
): Promise<Value> {
  return begin(db, { actor, byShop: actor.kind === 'system' }, work)
}

/**
 * The same for work that reads alone: PostgreSQL refuses to write in it. It costs no round trip but those of its statements, and statements
 * that are begun side by side (`Promise.all`) cost one together.
 */
export function readAs<Value>(
  db: Kysely<DB>,
  actor: Actor,
  work: (tx: Transaction<DB>) => Promise<Value>,
): Promise<Value> {
  const pending: Pending = { actor, byShop: actor.kind === 'system', isReadOnly: true }
  return begin(db, pending, async tx => work(await pipelined(tx, pending)))
}

/** The transaction without the query builder's queue: the driver sends statements one after the other and waits for no answer in between. */
async function pipelined(tx: Transaction<DB>, { begun }: Pending): Promise<Transaction<DB>> {
  // A database that was opened without this dialect.
  if (!begun) return tx
  const connection = await tx.getExecutor().provideConnection(async own => own)
  return new Transaction<DB>({
    ...begun,
    executor: tx.getExecutor().withConnectionProvider({ provideConnection: consumer => consumer(connection) }),
  })
}

/**
 * The same for a transaction that a person begins and the shop ends: `continueAsSystem` makes it the shop's, once guarded statements have
 * proved that the change is that person's. No other transaction can become the shop's.
 */
export const asActorThenSystem = <Value>(
  db: Kysely<DB>,
  actor: Actor,
  work: (tx: Transaction<DB>) => Promise<Value>,
): Promise<Value> => begin(db, { actor, byShop: true }, work)

/** Continues a transaction of `asActorThenSystem` as the shop. */
export async function continueAsSystem(tx: Transaction<DB>): Promise<void> {
  await becomeKind('system').execute(tx)
  const begun = begunBy.get(tx)
  if (begun) begunBy.set(tx, { ...begun, actor: SYSTEM })
}

/**
 * Runs what follows from a change as the shop, in the change's own transaction, which then goes on as whoever began it: a transaction of
 * `asActorThenSystem` or of the shop. `work` gets a transaction whose statements wait for no answer in between, so that those of a
 * `Promise.all` cost one round trip together.
 * @throws Error for a transaction that cannot become the shop's
 */
export async function runAsSystem<Value>(
  tx: Transaction<DB>,
  work: (tx: Transaction<DB>) => Promise<Value>,
): Promise<Value> {
  const begun = begunBy.get(tx)
  if (!begun?.byShop) throw new Error('Only a transaction that was begun for it runs as the shop')
  const together = await pipelined(tx, begun)
  if (begun.actor.kind === 'system') return work(together)
  const [, value] = await Promise.all([becomeKind('system').execute(together), work(together)])
  await becomeKind(begun.actor.kind).execute(tx)
  return value
}

const becomeKind = (kind: Actor['kind']) => sql`select set_config('alhena.kind', ${kind}, true)`

/** How each transaction began. */
const begunBy = new WeakMap<Transaction<DB>, Pending>()

const begin = <Value>(
  db: Kysely<DB>,
  pending: Pending,
  work: (tx: Transaction<DB>) => Promise<Value>,
): Promise<Value> =>
  pendingActor.run(pending, () =>
    db.transaction().execute(tx => {
      begunBy.set(tx, pending)
      // The work itself must not see the actor: a nested transaction on another connection has to name its own.
      return pendingActor.exit(() => work(tx))
    }),
  )

/** A user or a respondent as arguments of a database function that sets the actor itself, for work in a single call. */
export function claimOf(actor: Extract<Actor, { kind: 'user' | 'respondent' }>): { kind: string; who: string } {
  // The same checks as for a transaction.
  identity(actor)
  return { kind: actor.kind, who: actor.kind === 'user' ? actor.userId : actor.sessionHash }
}

/** The actor and the time: neither value can contain a quote. */
function claims(actor: Actor, now: Date): string {
  return `${identity(actor)}; set local alhena.now = '${now.toISOString()}'`
}

function identity(actor: Actor): string {
  switch (actor.kind) {
    case 'visitor':
    case 'system':
      return `set local alhena.kind = '${actor.kind}'`
    case 'user':
    case 'admin':
      if (!UUID.test(actor.userId)) throw new Error('An actor needs a user id')
      return `set local alhena.kind = '${actor.kind}'; set local alhena.user_id = '${actor.userId}'`
    case 'respondent':
      if (!SHA256.test(actor.sessionHash)) throw new Error('A respondent needs a session hash')
      return `set local alhena.kind = 'respondent'; set local alhena.respondent_session = '${actor.sessionHash}'`
    case 'api':
      if (!SHA256.test(actor.keyHash)) throw new Error('An API actor needs the hash of its key')
      return `set local alhena.kind = 'api'; set local alhena.api_key = '${actor.keyHash}'`
    case 'approver':
      if (!SHA256.test(actor.linkHash)) throw new Error('An approver needs the hash of a link')
      return `set local alhena.kind = 'approver'; set local alhena.quotation_link = '${actor.linkHash}'`
    case 'result_reader':
      if (!SHA256.test(actor.linkHash)) throw new Error('A reader of results needs the hash of a link')
      return `set local alhena.kind = 'result_reader'; set local alhena.result_link = '${actor.linkHash}'`
    case 'data_subject':
      if (!SHA256.test(actor.sessionHash)) throw new Error('A data subject needs a session hash')
      return `set local alhena.kind = 'data_subject'; set local alhena.data_session = '${actor.sessionHash}'`
  }
}

/**
 * Sends `begin`, the actor's claims and the time in one message, so that a transaction as somebody costs no round trip more. One that reads
 * alone costs none at all: its first statement follows without waiting, and nobody waits for its commit. (Should its `begin` fail, the statement
 * is nobody's, and the transaction fails at its end.) Transactions of the shop run on connections of another login, whose role the database
 * knows.
 */
class ActorDriver extends PostgresDriver {
  readonly #dialect: Dialect
  readonly #shop: PostgresDriver | undefined
  readonly #now: () => Date
  /** The begins of transactions that read alone, by their connection. */
  readonly #reading = new WeakMap<DatabaseConnection, Promise<unknown>>()

  constructor(dialect: Dialect, config: PostgresDialectConfig, now: () => Date, shopConfig?: PostgresDialectConfig) {
    super(config)
    this.#dialect = dialect
    this.#shop = shopConfig && new PostgresDriver(shopConfig)
    this.#now = now
  }

  override async init(): Promise<void> {
    await super.init()
    await this.#shop?.init()
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return pendingActor.getStore()?.byShop && this.#shop ? this.#shop.acquireConnection() : super.acquireConnection()
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // Of a transaction that was rolled back.
    this.#reading.delete(connection)
    const pending = pendingActor.getStore()
    if (!pending) return super.beginTransaction(connection, settings)
    const { actor, isReadOnly = false } = pending
    // Pools of the application send statements without waiting; the owner's, on which tests write rows, does not.
    if (isReadOnly || this.#shop)
      pending.begun = { driver: this, dialect: this.#dialect, config: { dialect: this.#dialect } }
    const access = isReadOnly ? ' read only' : ''
    const begun = connection.executeQuery(CompiledQuery.raw(`begin${access}; ${claims(actor, this.#now())}`))
    if (!isReadOnly) return void (await begun)
    // Whoever ends the transaction learns of it.
    begun.catch(() => {})
    this.#reading.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const begun = this.#reading.get(connection)
    if (!begun) return super.commitTransaction(connection)
    this.#reading.delete(connection)
    await begun
    // Whoever takes the connection next has to wait for it, and learns whether it is lost.
    void super.commitTransaction(connection).catch(() => {})
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#shop?.destroy()
  }
}

export class ActorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #shopConfig: PostgresDialectConfig | undefined
  readonly #now: () => Date

  /**
   * @param now the clock whose time the policies compare with; a transaction keeps the time of its start.
   * @param shopConfig connections of the shop's own login, where there is one.
   */
  constructor(config: PostgresDialectConfig, now: () => Date, shopConfig?: PostgresDialectConfig) {
    super(config)
    this.#config = config
    this.#shopConfig = shopConfig
    this.#now = now
  }

  override createDriver(): Driver {
    return new ActorDriver(this, this.#config, this.#now, this.#shopConfig)
  }
}
