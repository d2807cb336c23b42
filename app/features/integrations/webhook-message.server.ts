import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A new secret, as receivers write it down: 256 bits (Standard Webhooks). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type Message = { type: string; occurred_at: Date; seq: number; data: unknown }

/** The bytes of a message: the same at every attempt, because a receiver may compare them. */
export const bodyOf = ({ type, occurred_at, seq, data }: Message): string =>
  JSON.stringify({ type, timestamp: occurred_at.toISOString(), sequence: seq, data })

/**
 * The headers that prove a message's origin and time (Standard Webhooks 1.0): one signature per valid secret, so that
 * receivers can rotate.
 * @param body the exact bytes of the request
 */
export const signedHeaders = (
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
})
