import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from './support/database.ts'
import { cleanEnvironment, freePort, type ShopProcess, startShop, TEST_KEY } from './support/shop-process.ts'

const RESTARTS = 20
const VISITORS = 8

/** Searches are rendered; a wrong password takes the server some hundred milliseconds. */
const REQUESTS = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/assessments?search=datos' },
  { method: 'GET', path: '/session' },
  { method: 'POST', path: '/auth', body: 'intent=sign_in&email=nadie@example.cl&password=no-es-la-clave' },
] as const

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-restarts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

type Tally = { answered: number; told: number; cut: string[] }

/** What a balancer knows: the ports of servers that said on /readyz that they are stopping. */
type Stopping = ReadonlySet<number>

/**
 * One visitor with kept connections behind a balancer, which opens none to a server that is stopping and turns to the
 * other where one refuses, until the end.
 */
async function visit(
  ports: readonly number[],
  nth: number,
  tally: Tally,
  stopping: Stopping,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let count = nth; !isOver(); count += 1) {
    const asked = REQUESTS[count % REQUESTS.length] ?? REQUESTS[0]
    const port = ports[count % 2 === 0 ? 0 : 1] ?? 0
    const isKept = Object.keys(agent.freeSockets).some(name => name.includes(`:${port}:`))
    if (stopping.has(port) && !isKept) {
      await delay(20)
      continue
    }
    try {
      const answer = await send(asked, port, agent)
      tally.answered += 1
      if (answer.headers.connection === 'close') tally.told += 1
      if ((answer.statusCode ?? 500) >= 500) tally.cut.push(`${asked.path}: ${answer.statusCode}`)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error
      if (code !== 'ECONNREFUSED') tally.cut.push(`${asked.path}: ${code}`)
    }
    // Most send one request after the other; some leave their connection idle for up to a second.
    await delay(nth % 3 === 0 ? nth * 170 : 20)
  }
  agent.destroy()
}

async function send(asked: (typeof REQUESTS)[number], port: number, agent: Agent): Promise<IncomingMessage> {
  const body = 'body' in asked ? asked.body : undefined
  const headers = body
    ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
    : {}
  const sent = request({ host: '127.0.0.1', port, path: asked.path, method: asked.method, headers, agent }).end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (!answer) throw new Error('no answer')
  answer.resume()
  await once(answer, 'end')
  if (!answer.complete) throw new Error('incomplete')
  return answer
}

it(`${RESTARTS} restarts of two servers under load cut no request`, async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.close())
  const dataDir = await makeDataDir()
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startShop({
      DATABASE_URL: database.address,
      DATA_DIR: dataDir,
      DEMO: '1',
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'error',
      PORT: String(port),
    })
  const shops: ShopProcess[] = await Promise.all(ports.map(start))
  onTestFinished(async () => void (await Promise.all(shops.map(shop => shop.end('SIGKILL')))))

  const tally: Tally = { answered: 0, told: 0, cut: [] }
  const closed = new Set<number>()
  let isOver = false
  const visitors = Array.from({ length: VISITORS }, (_, nth) => visit(ports, nth, tally, closed, () => isOver))
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const nth = restart % 2
    const stopping = shops[nth]
    const port = ports[nth] ?? 0
    stopping?.signal('SIGTERM')
    // The first thing that a balancer sees; until the wait is over the server takes requests.
    await expect.poll(() => fetch(`${stopping?.url}/readyz`).then(({ status }) => status)).toBe(503)
    closed.add(port)
    expect(await stopping?.ended).toBe(0)
    shops[nth] = await start(port)
    closed.delete(port)
  }
  isOver = true
  await Promise.all(visitors)
  expect(tally.cut).toEqual([])
  expect(tally.told).toBeGreaterThan(RESTARTS)
  expect(tally.answered).toBeGreaterThan(RESTARTS * 20)
}, 1_800_000)

it.each(['SIGTERM', 'SIGKILL', 'Ctrl-C'])(
  'npm start that gets a %s leaves no server behind',
  async how => {
    const port = await freePort()
    const npm = spawn('npm', ['start'], {
      env: {
        ...cleanEnvironment(),
        NODE_ENV: 'production',
        SECRET_KEY: TEST_KEY,
        DEMO_COMPANY: '0',
        DATA_DIR: await makeDataDir(),
        PORT: String(port),
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { pid = 0 } = npm
    onTestFinished(() => {
      if (isRunning(-pid)) process.kill(-pid, 'SIGKILL')
    })
    let printed = ''
    npm.stdout.on('data', (part: Buffer) => (printed += part.toString()))
    await expect.poll(() => printed, { timeout: 120_000 }).toContain('Alhena is ready')
    // A terminal signals the whole group, and npm passes the same on: the server must not take it for a second Ctrl-C.
    process.kill(how === 'Ctrl-C' ? -pid : pid, how === 'Ctrl-C' ? 'SIGINT' : how)
    await expect.poll(() => isRunning(-pid), { timeout: 60_000 }).toBe(false)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  },
  180_000,
)

/** @param pid negative: a process group, as long as one process of it lives. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
