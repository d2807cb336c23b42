import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A message as it came. */
export type Received = {
  id: string
  timestamp: number
  signatures: string[]
  body: string
  type: string
  data: unknown
}

/**
 * A webhook receiver as another company would write it: it stores what arrives and sends the responses it was set to.
 * @returns `answers` is taken from the front, and 204 when it is empty
 */
export async function openReceiver() {
  const received: Received[] = []
  const answers: { status: number; text?: string; after?: Promise<unknown> }[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8')
    const { headers } = request
    const { type, data } = JSON.parse(body)
    received.push({
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' '),
      body,
      type,
      data,
    })
    const { status, text, after } = answers.shift() ?? { status: 204 }
    await after
    response.writeHead(status).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}/alhena`,
    received,
    answers,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The signature that a receiver works out by itself (Standard Webhooks). */
export const expectedSignature = ({ id, timestamp, body }: Received, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`
