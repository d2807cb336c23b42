import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { MAX_PHOTO_BYTES } from '#app/platform/pictures/photo-limits.ts'
import { cloneDatabase } from './support/database.ts'
import { findProgram, needing } from './support/programs.ts'
import { startCaddy, startNginx } from './support/proxies.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { freePort, startShop } from './support/shop-process.ts'

// The shop behind the recipes of deploy/nginx and deploy/caddy, as the packages of the machine run them.

const PROXIES = [
  { name: 'nginx', program: findProgram('nginx'), start: startNginx },
  { name: 'Caddy', program: findProgram('caddy'), start: startCaddy },
]

/** More than an address may read in ten seconds. */
const MANY = 640
const UPLOAD = '/admin/catalog/assessments/new'

type Asked = { path: string; from?: string; headers?: Record<string, string>; body?: Buffer; agent?: Agent }

async function ask(url: string, { path, from, headers, body, agent }: Asked): Promise<IncomingMessage> {
  const options = {
    method: body ? 'POST' : 'GET',
    headers: body ? { ...headers, 'content-length': body.length } : headers,
    ...(from && { localAddress: from }),
    ...(agent && { agent }),
  }
  const sent = request(new URL(path, url), options)
  // A server that refuses a body by its length may close before all of it is sent.
  sent.on('error', () => {})
  sent.end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (!answer) throw new Error('no answer')
  return answer
}

async function statusOf(url: string, asked: Asked): Promise<number | undefined> {
  const answer = await ask(url, asked)
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

async function startBehind({ name, program, start }: (typeof PROXIES)[number]): Promise<string> {
  const database = await cloneDatabase()
  onTestFinished(() => database.close())
  const folder = await makeScratchFolder(`proxy-${name}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: folder,
    DEMO: '1',
    APP_URL: `http://127.0.0.1:${port}`,
    PROXY_HOPS: '1',
    RATE_LIMITS: '1',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
  })
  onTestFinished(async () => void (await shop.end('SIGTERM')))
  return start({ program: program ?? '', folder, port, shop: shop.url })
}

for (const proxy of PROXIES) {
  it.skipIf(proxy.program === undefined)(
    needing(`${proxy.name} passes pages, uploads and the address of each visitor`, proxy.name, proxy.program),
    async () => {
      const url = await startBehind(proxy)

      // Compressed once, by the shop.
      const compressed = async (encoding: string) => {
        const answer = await ask(url, { path: '/', headers: { 'accept-encoding': encoding } })
        return { encoding: answer.headers['content-encoding'], bytes: await buffer(answer) }
      }
      const [br, gzip, plain] = [await compressed('br'), await compressed('gzip'), await compressed('identity')]
      expect([br.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', undefined])
      expect(brotliDecompressSync(br.bytes).toString()).toContain('</html>')
      expect(gunzipSync(gzip.bytes).toString()).toContain('</html>')
      expect(plain.bytes.toString()).toContain('</html>')

      expect(await statusOf(url, { path: '/metrics' })).toBe(404)

      // The largest form passes to the shop, which does not know who sends it; more is cut by the proxy.
      const type = { 'content-type': 'multipart/form-data; boundary=x', origin: url }
      const largest = await ask(url, { path: UPLOAD, headers: type, body: Buffer.alloc(MAX_PHOTO_BYTES + 256 * 1024) })
      largest.resume()
      expect(largest.statusCode).not.toBe(413)
      expect(largest.headers['x-request-id']).toBeDefined()
      const more = await ask(url, { path: UPLOAD, headers: type, body: Buffer.alloc(10 * 1024 * 1024) })
      more.resume()
      expect(more.statusCode).toBe(413)

      // Who names another address each time is one visitor all the same, and stops nobody else.
      const agent = new Agent({ keepAlive: true, maxSockets: 16 })
      onTestFinished(() => agent.destroy())
      const statuses = await Promise.all(
        Array.from({ length: MANY }, (_, nth) =>
          statusOf(url, {
            path: '/healthz-of-nobody',
            from: '127.0.0.2',
            headers: { 'x-forwarded-for': `10.1.${nth >> 8}.${nth & 255}` },
            agent,
          }),
        ),
      )
      expect(statuses).toContain(429)
      expect(await statusOf(url, { path: '/', from: '127.0.0.3' })).toBe(200)
    },
    180_000,
  )
}

const caddy = findProgram('caddy')
it.skipIf(caddy === undefined)(
  needing('Caddy accepts its recipe with a certificate of its own', 'Caddy', caddy),
  () => {
    const args = ['validate', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile']
    const env = { ...process.env, SHOP_HOST: 'tienda.example' }
    const { status, stdout } = spawnSync(caddy ?? '', args, { env, encoding: 'utf8' })
    expect(stdout).toContain('Valid configuration')
    expect(status).toBe(0)
  },
)
