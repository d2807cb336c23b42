import { expect, test } from 'vitest'
import { outcomeOf } from './send-answers.ts'

test.each([
  [200, { state: 'saved', invalid: [] }, { kind: 'saved', invalid: [] }],
  [200, { state: 'saved', invalid: ['q1'] }, { kind: 'saved', invalid: ['q1'] }],
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
  expect(outcomeOf(status, body)).toEqual(outcome)
})
