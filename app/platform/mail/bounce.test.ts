import { expect, it } from 'vitest'
import { readBounce } from './bounce.ts'

const ID = '0b5bd2c4-6a51-4a0e-9a7c-0f1d6a2b3c4d'

/** As Postfix writes it, with the lines that matter. */
const notification = (fields: string, original = `Message-ID: <${ID}@alhena.example>`) =>
  [
    'From: MAILER-DAEMON@mx.example.cl (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Message-Id: <4D1A2B3C4D@mx.example.cl>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.cl',
    '',
    'Final-Recipient: rfc822; pia@empresa.example',
    fields,
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'From: hola@alhena.example',
    original,
    'Subject: Invitación',
    '',
    '--b1--',
  ].join('\r\n')

const FAILED = 'Action: failed\r\nStatus: 5.1.1'

it('a permanent failure names the mail and the reason, folded lines included', () => {
  const folded = `${FAILED}\r\nDiagnostic-Code: smtp; 550 5.1.1 <pia@empresa.example>:\r\n    Recipient address rejected: User unknown`
  expect(readBounce(notification(folded))).toEqual({
    mailId: ID,
    reason: '550 5.1.1 <pia@empresa.example>: Recipient address rejected: User unknown',
  })
})

it('without words the status is the reason', () => {
  expect(readBounce(notification(FAILED))?.reason).toBe('5.1.1')
})

it.each([
  ['a delay', notification('Action: delayed\r\nStatus: 4.4.1')],
  ['a delivery', notification('Action: delivered\r\nStatus: 2.0.0')],
  ['another sender’s mail', notification(FAILED, 'Message-ID: <abc@otra.example>')],
  ['an answer of a person', 'Subject: Re: Invitación\r\n\r\nGracias'],
  ['nothing', ''],
])('%s is no bounce', (_name, message) => {
  expect(readBounce(message)).toBeUndefined()
})
