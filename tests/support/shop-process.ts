import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The operator's key of every shop and database of the tests. */
export const TEST_KEY = 'a-key-of-the-tests-alone-that-opens-nothing-else'

/** The shop as its operator starts it: a separate process, used over HTTP. */
export type ShopProcess = {
  url: string
  pid: number
  /** Everything it printed so far. */
  output(): string
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when it ends: with the exit code, or null after a signal. */
  ended: Promise<number | null>
  /** Ends it with a signal and waits. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the shop and waits until it can serve. @param folder of the project; this one without it. */
export async function startShop(env: Record<string, string>, folder = process.cwd()): Promise<ShopProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, ['server/start.mjs'], {
    cwd: folder,
    env: {
      ...cleanEnvironment(),
      NODE_ENV: 'production',
      RATE_LIMITS: '0',
      DEMO_COMPANY: '0',
      SECRET_KEY: TEST_KEY,
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  const url = `http://127.0.0.1:${port}`
  await Promise.race([untilReady(url, child), ended])
  return {
    url,
    pid: child.pid ?? 0,
    output: () => printed,
    signal: signal => void child.kill(signal),
    ended,
    async end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

export type WorkerProcess = Pick<ShopProcess, 'output' | 'ended' | 'end'>

/** Starts a worker beside the web processes and waits until it works. */
export async function startWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['server/start.mjs', 'worker'], {
    env: { ...cleanEnvironment(), NODE_ENV: 'production', SECRET_KEY: TEST_KEY, DEMO_COMPANY: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  while (!printed.includes('Alhena worker running') && child.exitCode === null) await delay(50)
  return {
    output: () => printed,
    ended,
    async end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs one of the commands beside the server to its end, with the settings of a shop. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['server/start.mjs', ...args], {
    env: { ...cleanEnvironment(), NODE_ENV: 'production', SECRET_KEY: TEST_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const [code]: (number | null)[] = await once(child, 'close')
  return { code: code ?? null, output }
}

/** The environment without what would configure a shop. */
export const cleanEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(DATABASE_|DB_POOL|DATA_DIR|BACKUP_|DRAIN_SECONDS|SMTP_URL|DEMO|PAYMENTS|WEBPAY_|TAX_DOCUMENTS|OTEL_|OPENFACTURA_|ADMIN_|VITEST|NODE_OPTIONS)/.test(
          name,
        ),
    ),
  )

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await delay(20)
  }
}

/** Below the ports that Linux (32768) and macOS (49152) give to whoever asks for any, so that nobody is given one meanwhile. */
const PORTS = { first: 20_000, count: 12_000 }

/** An unused TCP port, which stays unused until somebody asks for it by its number. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count)
    const server = createServer()
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
