import { once } from 'node:events'
import { createServer, get, type OutgoingHttpHeaders } from 'node:http'

// Serves one answer, fetched from the address that it is started with: the upper bound of Node itself.

const [address = '', encoding = 'identity'] = process.argv.slice(2)
const [answer] = await once(get(address, { headers: { 'accept-encoding': encoding } }), 'response')
const body = Buffer.concat(await answer.toArray())
/** Headers that Node sets itself. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
const headers = Object.fromEntries(
  Object.entries(answer.headers).filter(([name]) => !OWN.has(name)),
) as OutgoingHttpHeaders

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  if (typeof bound === 'object' && bound) process.stdout.write(`http://127.0.0.1:${bound.port}/\n`)
})
