import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { FEWEST_CONNECTIONS } from '#app/platform/database/pool-sizes.ts'
import { isLoopbackHost } from '#app/platform/http/public-address.ts'
import {
  type ObjectStoreSettings,
  objectStoreVariables,
  readObjectStoreSettings,
} from './object-store-settings.server.ts'
import { fileVariable, withSecretFiles } from './secret-files.server.ts'
import { httpUrl, SettingsError } from './setting.ts'
import { readTaxDocuments, type TaxDocumentSettings, taxDocumentVariables } from './tax-documents.server.ts'
import { readWebpaySettings, type WebpaySettings, webpayVariables } from './webpay-settings.server.ts'

type BackupSettings = {
  /** Where backups go; undefined: none is made by itself. */
  directory: string | undefined
  /** How many of them are kept. */
  keep: number
  /** Encrypts them; undefined: they are readable. */
  key: string | undefined
}

/** Variables of the environment (docs/backups.md). */
const backupVariables = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be 1 to 1000')
    .max(1000, 'must be 1 to 1000')
    .default(14),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
}

type Variables = z.infer<z.ZodObject<typeof backupVariables>>

function readBackupSettings(value: Variables, root: string): BackupSettings {
  const { BACKUP_DIR: directory } = value
  return {
    directory: directory === undefined || isAbsolute(directory) ? directory : resolve(root, directory),
    keep: value.BACKUP_KEEP,
    key: value.BACKUP_KEY,
  }
}

/** What the shop runs with, read once at start from the environment (README, "Settings"). */
export type Settings = {
  port: number
  host: string
  /** The shop's public origin, without a trailing slash. */
  appUrl: string
  /** Undefined: the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl: string | undefined
  /** The database's own address, where `databaseUrl` is a pooler's in transaction mode. */
  databaseSessionUrl: string | undefined
  /** A streaming replica that public pages and reports may be read from. */
  databaseReadUrl: string | undefined
  /** The database's connections that this process opens at most. */
  connections: number
  dataDir: string
  backup: BackupSettings
  /** Where pictures and documents are kept; undefined: in the database. */
  objectStore: ObjectStoreSettings | undefined
  smtpUrl: string | undefined
  /** The mail server of `smtpUrl` as people may see it: without user and password. */
  mailServer: string | undefined
  /** The key with which the mail server reports bounces; undefined: they are not read. */
  mailBounceKey: string | undefined
  /** The key, or several, that the database's secrets are sealed with; undefined: a file of the shop's own in `dataDir`. */
  secretKey: string | undefined
  admin: { email: string; password: string } | undefined
  /** The gateway of new payments. */
  payments: 'simulator' | 'webpay'
  /** The keys of Webpay Plus; also without `payments: 'webpay'`, for the payments that it took earlier. */
  webpay: WebpaySettings | undefined
  taxDocuments: TaxDocumentSettings
  demo: boolean
  /** Whether a demo that nobody has used yet is filled with a company's purchases. */
  demoCompany: boolean
  /** Whether the staff must have a second factor; whoever has one is always asked for it. */
  staffSecondFactor: boolean
  /** Reverse proxies between the visitor and this server; each adds one address to x-forwarded-for. */
  proxyHops: number
  /** Whether rate limits apply; benchmarks and journeys share one address and disable them. */
  rateLimits: boolean
  /** Seconds for which a process that was told to stop still accepts requests, after /readyz has answered 503. */
  drainSeconds: number
  /** Whether this process also runs the worker (mails, payment recovery). */
  worker: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Where the operator's own `/metrics` and `/healthz` are; undefined: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** The collector that traces are sent to (OTLP over HTTP); undefined: nothing is traced. */
  tracesEndpoint: string | undefined
}

const MOST_CONNECTIONS = 500

/** Not a URL for the parser: an address of a Unix socket names no host. */
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgresql:// address')

const flag = z.stringbool({ truthy: ['1'], falsy: ['0'], error: 'must be 0 or 1' })

const environment = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int()
    .min(0, 'must be 0 to 65535')
    .max(65_535, 'must be 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: httpUrl.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DB_POOL: z.coerce
    .number('must be a number')
    .int()
    .min(FEWEST_CONNECTIONS, `must be ${FEWEST_CONNECTIONS} to ${MOST_CONNECTIONS}`)
    .max(MOST_CONNECTIONS, `must be ${FEWEST_CONNECTIONS} to ${MOST_CONNECTIONS}`)
    .default(36),
  DATA_DIR: z.string().min(1).default('.data'),
  ...backupVariables,
  ...objectStoreVariables,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_BOUNCE_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.string().transform(foldEmail).refine(isEmail, 'must be an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  PAYMENTS: z.enum(['simulator', 'webpay'], 'must be simulator or webpay').optional(),
  ...webpayVariables,
  ...taxDocumentVariables,
  DEMO: flag.optional(),
  DEMO_COMPANY: flag.default(true),
  STAFF_SECOND_FACTOR: flag.optional(),
  PROXY_HOPS: z.coerce.number('must be a number').int().min(0).max(10).default(0),
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0, 'must be 0 to 300').max(300, 'must be 0 to 300').optional(),
  RATE_LIMITS: flag.default(true),
  WORKER: flag.default(true),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'),
  METRICS_PORT: z.coerce
    .number('must be a number')
    .int()
    .min(0, 'must be 0 to 65535')
    .max(65_535, 'must be 0 to 65535')
    .optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
})

/**
 * Reads the settings.
 * @param root the project's folder, against which a relative DATA_DIR is resolved.
 * @throws SettingsError with one clear line when one is wrong or missing.
 */
export function readSettings(env: Record<string, string | undefined>, root: string): Settings {
  // An empty variable is how compose files and shells write "not set".
  const input: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value.trim() !== '') input[name] = value
  const parsed = environment.safeParse(withSecretFiles(input))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const source = name in input || !(fileVariable(name) in input) ? name : fileVariable(name)
    throw new SettingsError(`${source} ${issue?.message ?? 'is wrong'}`)
  }
  const value = parsed.data
  if (value.DATABASE_SESSION_URL !== undefined && value.DATABASE_URL === undefined) {
    throw new SettingsError('DATABASE_SESSION_URL goes with DATABASE_URL, the address of a pooler in front of it')
  }
  if (value.DATABASE_READ_URL !== undefined && value.DATABASE_URL === undefined) {
    throw new SettingsError('DATABASE_READ_URL goes with DATABASE_URL, the address of its primary')
  }
  const demo = value.DEMO ?? value.DATABASE_URL === undefined
  if ((value.ADMIN_EMAIL === undefined) !== (value.ADMIN_PASSWORD === undefined)) {
    throw new SettingsError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither')
  }
  if (value.PAYMENTS === undefined && !demo) {
    throw new SettingsError(
      'PAYMENTS must be set when the shop is not a demo: simulated payments are never a silent default',
    )
  }
  const webpay = readWebpaySettings(value)
  const taxDocuments = readTaxDocuments(value)
  if ('problem' in taxDocuments) throw new SettingsError(taxDocuments.problem)
  if (taxDocuments.settings?.environment === 'production' && webpay?.environment === 'integration') {
    throw new SettingsError(
      'OPENFACTURA_ENVIRONMENT=production would issue valid documents for payments of WEBPAY_ENVIRONMENT=integration: use sandbox',
    )
  }
  const host = value.HOST === '0.0.0.0' || value.HOST === '::' ? 'localhost' : value.HOST
  const appUrl = value.APP_URL
    ? new URL(value.APP_URL).origin
    : `http://${host.includes(':') ? `[${host}]` : host}:${value.PORT}`
  if (!demo && !appUrl.startsWith('https://') && !isLoopbackHost(new URL(appUrl).hostname)) {
    throw new SettingsError(
      'APP_URL must be an https:// address when the shop is not a demo: sessions and passwords would travel readable',
    )
  }
  return {
    port: value.PORT,
    host: value.HOST,
    appUrl,
    databaseUrl: value.DATABASE_URL,
    databaseSessionUrl: value.DATABASE_SESSION_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    connections: value.DB_POOL,
    dataDir: isAbsolute(value.DATA_DIR) ? value.DATA_DIR : resolve(root, value.DATA_DIR),
    backup: readBackupSettings(value, root),
    objectStore: readObjectStoreSettings(value),
    smtpUrl: value.SMTP_URL,
    mailServer: value.SMTP_URL === undefined ? undefined : new URL(value.SMTP_URL).host,
    mailBounceKey: value.MAIL_BOUNCE_KEY,
    secretKey: value.SECRET_KEY,
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD
        ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD }
        : undefined,
    payments: value.PAYMENTS ?? 'simulator',
    webpay,
    taxDocuments: taxDocuments.settings,
    demo,
    // Its purchases are paid at the simulated bank.
    demoCompany: demo && value.DEMO_COMPANY && (value.PAYMENTS ?? 'simulator') === 'simulator',
    staffSecondFactor: value.STAFF_SECOND_FACTOR ?? !demo,
    proxyHops: value.PROXY_HOPS,
    drainSeconds: value.DRAIN_SECONDS ?? (demo ? 0 : 5),
    rateLimits: value.RATE_LIMITS,
    worker: value.WORKER,
    logLevel: value.LOG_LEVEL,
    tracesEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    metrics: value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
  }
}
