/** What a mail server reports about a mail that it had accepted. */
export type Bounce = {
  /** The mail of the outbox. */
  mailId: string
  /** The server's words, or its status code where it gives none. */
  reason: string
}

/** The outbox row's id, which the Message-ID of each mail contains. */
const MESSAGE_ID = /^Message-ID:[ \t]*<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/im

/**
 * Reads a delivery status notification (RFC 3464): a permanent failure of one of the shop's mails. Undefined for
 * anything else, such as a delay, a delivery, or an answer of a person.
 */
export function readBounce(message: string): Bounce | undefined {
  const unfolded = message.replaceAll(/\r?\n[ \t]+/g, ' ')
  const mailId = MESSAGE_ID.exec(unfolded)?.[1]?.toLowerCase()
  if (mailId === undefined || !/^Action:[ \t]*failed\b/im.test(unfolded)) return undefined
  const status = /^Status:[ \t]*(\d\.\d{1,3}\.\d{1,3})/im.exec(unfolded)?.[1] ?? ''
  const words = /^Diagnostic-Code:[ \t]*(?:[\w-]+;)?[ \t]*(.+)$/im.exec(unfolded)?.[1]?.trim() ?? ''
  return { mailId, reason: words || status || 'No reason was given' }
}
