import { describe, expect, it } from 'vitest'
import { entryState } from './entry-state.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const access = {
  status: 'active',
  own: false,
  email: 'pia@empresa.example',
  expires_at: new Date('2026-12-20T15:00:00Z'),
  opened_at: null,
  accessed_at: null,
} as const
const mail = {
  id: 'm',
  template: 'respondent_invitation',
  status: 'sent',
  created_at: minutesAgo(600),
  sent_at: minutesAgo(599),
  last_error: null,
} as const
const refused = (reason: 'wrong_code' | 'wrong_email' | 'expired' | 'revoked' | 'too_many', minutes: number) => ({
  id: minutes,
  reason,
  typed_email: reason === 'wrong_email' ? 'p•••@gmail.com' : null,
  at: minutesAgo(minutes),
})
const unblocked = (minutes: number) => ({ action: 'access_unblocked', at: minutesAgo(minutes) })
const state = (input: Partial<Parameters<typeof entryState>[0]>) =>
  entryState({ access, mails: [mail], refusals: [], changes: [], bouncesAreRead: false, now: NOW, ...input })

describe('what stops a person from entering', () => {
  it.each([
    ['a revoked access', { access: { ...access, status: 'revoked' as const } }, 'revocado', []],
    [
      'an end that has passed',
      { access: { ...access, expires_at: minutesAgo(1) } },
      'venció el 20-11-2026',
      ['extend'],
    ],
    [
      'too many refused attempts',
      { refusals: [refused('too_many', 5)] },
      'a más tardar a las 12:10',
      ['unblock', 'resend'],
    ],
    [
      'a mail that failed',
      { mails: [{ ...mail, status: 'failed' as const, sent_at: null, last_error: '550 No such user' }] },
      'no se pudo entregar. El servidor de correo respondió «550 No such user»',
      ['correct', 'resend'],
    ],
    ['another e-mail', { refusals: [refused('wrong_email', 5)] }, 'p•••@gmail.com', ['correct', 'resend']],
    ['another code', { refusals: [refused('wrong_code', 5)] }, 'no es el suyo', ['resend']],
    ['no invitation', { mails: [] }, 'no se le ha enviado', ['resend']],
    [
      'an invitation that was not sent after all',
      { mails: [{ ...mail, status: 'cancelled' as const, sent_at: null }] },
      'no se le ha enviado',
      ['resend'],
    ],
    [
      'another mistake after being unblocked',
      { refusals: [refused('wrong_code', 1), refused('too_many', 5)], changes: [unblocked(3)] },
      'no es el suyo',
      ['resend'],
    ],
  ])('%s', (_name, input, text, fixes) => {
    const found = state(input)
    expect(found.blocked).toBe(true)
    expect(found.text).toContain(text)
    expect(found.fixes).toEqual(fixes)
  })
})

it('helps only where the access allows it', () => {
  const started = state({ access: { ...access, status: 'in_use' }, refusals: [refused('wrong_email', 5)] })
  expect(started.fixes).toEqual(['resend'])
})

describe('nothing stops', () => {
  it.each([
    ['a sent invitation', {}, 'no avisa de los rebotes'],
    ['a sent invitation that did not come back', { bouncesAreRead: true }, 'No ha rebotado'],
    ['an invitation in the queue', { mails: [{ ...mail, status: 'queued' as const, sent_at: null }] }, 'en camino'],
    ['a completed access', { access: { ...access, status: 'completed' as const } }, 'Ya terminó'],
    ["the buyer's own access", { access: { ...access, own: true } }, 'desde su cuenta'],
    [
      'a block that support took away',
      { refusals: [refused('too_many', 5)], changes: [unblocked(3)] },
      'Nada le impide entrar',
    ],
    [
      'a mistake before an invitation that was sent afterwards',
      { refusals: [refused('wrong_code', 700)] },
      'Nada le impide entrar',
    ],
    ['a block that is over', { refusals: [refused('too_many', 16)] }, 'Nada le impide entrar'],
    [
      'mistakes before a success',
      { access: { ...access, opened_at: minutesAgo(3) }, refusals: [refused('wrong_code', 5)] },
      'Nada le impide seguir',
    ],
  ])('%s', (_name, input, text) => {
    const found = state(input)
    expect(found.blocked).toBe(false)
    expect(found.text).toContain(text)
  })
})
