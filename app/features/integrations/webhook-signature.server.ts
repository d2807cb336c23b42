import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret, as receivers write it down: 256 bits (Standard Webhooks). */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/**
 * The headers that prove where a message comes from and when it was sent (Standard Webhooks 1.0): one signature for each secret that
 * holds, so that a receiver may know either while it changes over.
 * @param body the bytes that are sent, as they are
 */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => `v1,${sign(secret)}`).join(' '),
  }
}
