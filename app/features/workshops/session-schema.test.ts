import { expect, it } from 'vitest'
import { sessionForm } from './session-schema.server.ts'

const written = { intent: 'set', revision: 0, minutes: '60', place: 'Sala 1', link: '', notes: '' }
const session = (day: string, time: string) => sessionForm.safeParse({ ...written, day, time })

it('a session starts at a time that exists in Santiago', () => {
  expect(session('2026-09-06', '01:00').data?.startsAt).toEqual(new Date('2026-09-06T04:00:00Z'))
  for (const missing of ['00:00', '00:30', '00:59']) {
    expect(session('2026-09-06', missing).error?.issues).toMatchObject([
      { path: ['time'], message: 'Ese día no tiene esa hora en Santiago' },
    ])
  }
  expect(session('2026-02-30', '10:00').success).toBe(false)
})
