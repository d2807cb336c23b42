import { expect, it } from 'vitest'
import { accessTimeline } from './access-timeline.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const access = { created_at: at(1), opened_at: at(3), accessed_at: at(4), completed_at: at(9), own: false }
const mail = {
  id: 'm',
  template: 'respondent_invitation',
  status: 'sent',
  created_at: at(1),
  sent_at: at(2),
  last_error: null,
} as const
const refusal = {
  id: 7,
  at: new Date(Date.UTC(2026, 10, 2, 12)),
  reason: 'wrong_email',
  typed_email: 'p•••@otro.example',
} as const
const change = {
  id: 1,
  at: at(5),
  action: 'access_extended',
  actor_kind: 'admin',
  first_name: 'Rosa',
  last_name: 'Paz',
}

// shows: B2.52
it('shows what happened to an access, newest first, and who did it', () => {
  const timeline = accessTimeline({ access, mails: [mail], changes: [change], refusals: [refusal], run: undefined })
  expect(timeline.map(({ what, who }) => [what, who])).toEqual([
    ['Completó', undefined],
    ['Plazo extendido', 'Rosa Paz, administración'],
    ['Comenzó', undefined],
    ['Entró con su código por primera vez', undefined],
    ['Probó su código con otro correo: p•••@otro.example', undefined],
    ['Correo «Invitación a responder» enviado', undefined],
    ['Acceso creado', undefined],
  ])
})

it("distinguishes a run closed by the buyer from a completed one, and the shop's work from people's", () => {
  const system = { ...change, actor_kind: 'system', action: 'something_new', first_name: null, last_name: null }
  const timeline = accessTimeline({ access, mails: [], changes: [system], refusals: [], run: { closed_by: 'buyer' } })
  expect(timeline.at(0)?.what).toBe('Completó (lo terminó quien compró)')
  expect(timeline).toContainEqual(expect.objectContaining({ what: 'something new', who: 'Sistema' }))
})
