import { expect, test } from 'vitest'
import { readFetched, readOutcome } from './send-answers.ts'

// shows: A7.3
test.each([
  [200, { state: 'saved', invalid: [] }, { kind: 'saved', invalid: [], superseded: [] }],
  [
    200,
    { state: 'saved', invalid: ['q1'], superseded: ['q2'] },
    { kind: 'saved', invalid: ['q1'], superseded: ['q2'] },
  ],
  [200, undefined, { kind: 'failed' }],
  [200, '<html>Inicia sesión en el wifi</html>', { kind: 'failed' }],
  [302, undefined, { kind: 'failed' }],
  [400, { state: 'invalid', invalid: ['q1'] }, { kind: 'refused', invalid: ['q1'] }],
  [413, undefined, { kind: 'refused', invalid: [] }],
  [401, undefined, { kind: 'denied' }],
  [403, { state: 'not_allowed' }, { kind: 'denied' }],
  [410, { state: 'expired' }, { kind: 'expired' }],
  [404, undefined, { kind: 'denied' }],
  [409, { state: 'closed' }, { kind: 'closed' }],
  [429, undefined, { kind: 'failed' }],
  [500, undefined, { kind: 'failed' }],
  [503, { state: 'unavailable' }, { kind: 'failed' }],
])('%i %j is %j', (status, body, outcome) => {
  expect(readOutcome(status, body)).toEqual(outcome)
})

test('only answers with a sequence are accepted; another reply is rejected', () => {
  const body = { answers: { q1: 3, open: 'texto', q2: null, q3: 1 }, sequences: { q1: 7, open: 8, q2: 9 } }
  expect(readFetched(body)).toEqual({
    kind: 'read',
    answers: { q1: 3, open: 'texto' },
    sequences: { q1: 7, open: 8 },
  })
  expect(readFetched('<html>Inicia sesión en el wifi</html>')).toBeUndefined()
})
