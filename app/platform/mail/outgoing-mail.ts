import type { Result } from '#app/kernel/result.ts'

export type OutgoingMail = {
  /** The outbox row's id: the Message-ID comes from it, so a mail that is sent again is the same message. */
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  replyTo: string
  /** An event for the reader's calendar. */
  calendar?: { method: 'request' | 'cancel'; file: string } | undefined
  /** When the mail was queued; also its Date header. */
  at: Date
}

/** `refused`: the server will never take this mail. `unavailable`: another try may succeed. */
export type MailFailure = { code: 'refused' | 'unavailable'; detail: string }

export type MailSender = { name: string; address: string }

export type MailTransport = {
  send(mail: OutgoingMail): Promise<Result<undefined, MailFailure>>
  /** Closes idle connections; without it a pool keeps the process alive for minutes. */
  close(): void
}
