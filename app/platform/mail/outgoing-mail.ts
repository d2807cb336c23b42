import type { SendMailOptions } from 'nodemailer'
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

/** One mailbox: no list, no display name, no quoting, nothing that could end a header line. */
const MAILBOX = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

/**
 * The message for nodemailer.
 * @throws Error when the recipient is not exactly one address.
 */
export function mailHeaders(mail: OutgoingMail, from: MailSender): SendMailOptions {
  const recipient = mail.recipient.trim()
  if (!MAILBOX.test(recipient)) throw new Error('The recipient is not one mail address')
  return {
    from,
    // An object is taken as it is; a text would be parsed as a list.
    to: { name: '', address: recipient },
    replyTo: { name: from.name, address: mail.replyTo },
    envelope: { from: from.address, to: recipient },
    subject: mail.subject.replace(/[\r\n]+/g, ' '),
    text: mail.text,
    html: mail.html,
    ...(mail.calendar && {
      icalEvent: { method: mail.calendar.method, filename: 'taller.ics', content: mail.calendar.file },
    }),
    date: mail.at,
    messageId: `<${mail.id}@${from.address.split('@').at(-1) ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
