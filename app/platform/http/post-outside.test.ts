import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { postOutside, readOutsideUrl } from './post-outside.server.ts'

describe('an allowed address', () => {
  it.each([
    ['https://sistema.example/alhena?x=1', 'https://sistema.example/alhena?x=1'],
    ['https://sistema.example:8443/a#b', 'https://sistema.example:8443/a'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ])('is %s', (typed, read) => {
    const url = readOutsideUrl(typed, false)
    expect(url.ok && url.value.href).toBe(read)
  })

  it.each([
    ['http://sistema.example/', 'not_https'],
    ['ftp://sistema.example/', 'not_https'],
    ['javascript:alert(1)', 'not_https'],
    ['sistema.example', 'no_url'],
    [`https://sistema.example/${'a'.repeat(500)}`, 'no_url'],
    ['https://ana:clave@sistema.example/', 'with_credentials'],
    ['https://sistema.example:25/', 'closed_port'],
    ['https://localhost/', 'closed_host'],
    ['https://intranet/', 'closed_host'],
    ['https://base.internal/', 'closed_host'],
    ['https://impresora.local./', 'closed_host'],
    ['https://127.0.0.1/', 'closed_host'],
    ['https://2130706433/', 'closed_host'],
    ['https://0x7f.1/', 'closed_host'],
    ['https://0177.0.0.1/', 'closed_host'],
    ['https://169.254.169.254/latest/meta-data/', 'closed_host'],
    ['https://[::1]/', 'closed_host'],
    ['https://[::ffff:127.0.0.1]/', 'closed_host'],
    ['https://[fd00:ec2::254]/', 'closed_host'],
  ])('is not %s', (typed, code) => {
    expect(readOutsideUrl(typed, false)).toEqual({ ok: false, error: { code } })
  })

  it('may be this machine by its own names only in a demo', () => {
    for (const typed of ['http://localhost:4000/a', 'http://127.0.0.1:4000/a', 'http://[::1]:4000/a'])
      expect(readOutsideUrl(typed, true).ok).toBe(true)
    for (const typed of [
      'http://127.0.0.2:4000/',
      'http://10.0.0.1/',
      'http://sistema.example/',
      'https://169.254.169.254/',
    ])
      expect(readOutsideUrl(typed, true).ok, typed).toBe(false)
  })
})

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A receiver on this machine. @returns its address and the number of requests */
async function receiver(answer: Parameters<typeof createServer>[1]): Promise<{ url: string; requests: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    if (answer) answer(request, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://127.0.0.1:${address.port}/`, requests: () => count }
}

const post = (url: string, more: Partial<Parameters<typeof postOutside>[0]> = {}) =>
  postOutside({ url, headers: {}, body: '{}', allowLocal: true, ...more })

describe('a request', () => {
  it('returns the status and the start of the response as plain text', async () => {
    const { url } = await receiver((_request, response) => void response.writeHead(202).end(`\0${'ñ'.repeat(900)}`))
    expect(await post(url)).toMatchObject({ ok: true, value: { status: 202, text: 'ñ'.repeat(500) } })
  })

  // shows: B6.23
  it('refuses a name with any internal address', async () => {
    const requested: string[] = []
    const resolve = async (host: string) => {
      requested.push(host)
      return [
        { address: '203.0.112.7', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ]
    }
    expect(await post('https://sistema.example/', { allowLocal: false, resolve })).toMatchObject({
      error: { code: 'forbidden_address' },
    })
    expect(requested).toEqual(['sistema.example'])
  })

  it.each(['127.0.0.1', '10.1.2.3', '::1', 'fe80::1', '::ffff:10.0.0.1', 'fd00:ec2::254'])(
    'refuses a public name that resolves to %s, also in a demo',
    async address => {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
      expect(await post('https://sistema.example/', { resolve })).toMatchObject({
        error: { code: 'forbidden_address' },
      })
    },
  )

  it('resolves a name once and connects to that address', async () => {
    let lookups = 0
    const { url, requests: requested } = await receiver((_request, response) => void response.end('ok'))
    // The first lookup gives an allowed address, later ones give an internal address.
    const resolve = async () => {
      lookups += 1
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
    }
    expect((await post(url.replace('127.0.0.1', 'localhost'), { resolve })).ok).toBe(true)
    expect([lookups, requested()]).toEqual([1, 1])
  })

  // shows: B6.23
  it('does not follow redirects', async () => {
    const inside = await receiver((_request, response) => void response.end('secret'))
    const { url } = await receiver((_request, response) => void response.writeHead(307, { location: inside.url }).end())
    expect(await post(url)).toMatchObject({ ok: true, value: { status: 307 } })
    expect(inside.requests()).toBe(0)
  })

  it('times out, whether nothing arrives or only slowly', async () => {
    const silent = await receiver(() => {})
    expect(await post(silent.url, { timeoutMs: 50 })).toMatchObject({ error: { code: 'timeout' } })
    const dripping = await receiver((_request, response) => {
      const timer = setInterval(() => response.write('.'), 5)
      response.on('close', () => clearInterval(timer))
    })
    expect(await post(dripping.url, { timeoutMs: 80 })).toMatchObject({ error: { code: 'timeout' } })
    const resolve = () => new Promise<never>(() => {})
    expect(await post('https://sistema.example/', { timeoutMs: 20, resolve })).toMatchObject({
      error: { code: 'timeout' },
    })
  })

  it('is cut at the size limit', async () => {
    const { url } = await receiver((_request, response) => void response.end('x'.repeat(200_000)))
    expect(await post(url)).toMatchObject({ error: { code: 'too_large' } })
  })

  it('reports an unreachable receiver and a broken connection', async () => {
    const { url } = await receiver((request, _response) => void request.socket.destroy())
    expect(await post(url)).toMatchObject({ error: { code: 'no_connection' } })
    const resolve = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await post('https://sistema.example/', { resolve })).toMatchObject({ error: { code: 'no_connection' } })
  })
})
