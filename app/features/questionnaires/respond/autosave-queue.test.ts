import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnswerValue } from '#app/features/questionnaires/questionnaire.ts'
import {
  type Batch,
  enqueue,
  forgetFailures,
  moveTo,
  nextBatch,
  nextSequence,
  type PendingAnswer,
  type Queue,
  retryDelay,
  retryDenied,
  savingStatus,
  sent,
  settled,
  startQueue,
  stillPending,
} from './autosave-queue.ts'

const answer = (field: string, value: AnswerValue, seq: number): PendingAnswer => ({ field, value, seq })
const SAVED = { kind: 'saved', invalid: [], superseded: [] } as const
const send = (queue: Queue): [Queue, Batch] => {
  const batch = nextBatch(queue)
  if (!batch) throw new Error('nothing to send')
  return [sent(queue, batch), batch]
}

// shows: A7.3
test('a saved answer leaves the queue, and a value typed while it was being sent stays', () => {
  const [sending] = send(enqueue(startQueue(1), answer('q1', 3, 1)))
  expect(nextBatch(enqueue(sending, answer('q2', 1, 2)))).toBeUndefined()
  const after = settled(enqueue(sending, answer('q1', 4, 2)), SAVED)
  expect([...after.pending.values()]).toEqual([answer('q1', 4, 2)])
})

test('the newest sequence of a field stays, whatever comes later', () => {
  const queue = enqueue(enqueue(startQueue(1), answer('q1', 3, 5)), answer('q1', 1, 4))
  expect([...queue.pending.values()]).toEqual([answer('q1', 3, 5)])
})

test('answers are sent oldest first, at most sixty and 48 kB at a time', () => {
  let queue = startQueue(1)
  for (let index = 0; index < 70; index += 1) queue = enqueue(queue, answer(`f${index}`, 1, 100 - index))
  expect(nextBatch(queue)?.answers).toHaveLength(60)
  expect(nextBatch(queue)?.answers[0]).toEqual(answer('f69', 1, 31))
  let texts = startQueue(1)
  for (let index = 0; index < 16; index += 1) texts = enqueue(texts, answer(`open${index}`, 'ñ'.repeat(5000), index))
  expect(nextBatch(texts)?.answers).toHaveLength(4)
  const huge = enqueue(startQueue(1), answer('open', '\u0001'.repeat(5000), 1))
  expect(nextBatch(enqueue(huge, answer('q1', 1, 2)))?.answers.map(({ field }) => field)).toEqual(['open', 'q1'])
})

// shows: A4.10
test('moving to another section is saved too, without an answer', () => {
  const [sending, batch] = send(moveTo(startQueue(1), 2))
  expect(batch).toEqual({ answers: [], section: 2 })
  expect(savingStatus(sending, true)).toBe('saving')
  expect(savingStatus(settled(sending, SAVED), true)).toBe('saved')
})

// shows: A8.5
test('the states shown are: saved, saving, offline, refused, denied, expired, closed', () => {
  const one = enqueue(startQueue(1), answer('q1', 3, 1))
  expect(savingStatus(startQueue(1), true)).toBe('saved')
  expect(savingStatus(startQueue(1), false)).toBe('offline')
  expect(savingStatus(one, true)).toBe('saving')
  const [sending] = send(one)
  const failed = settled(sending, { kind: 'failed' })
  expect(savingStatus(failed, true)).toBe('offline')
  expect(savingStatus(forgetFailures(failed), true)).toBe('saving')
  expect(savingStatus(settled(sending, { kind: 'refused', invalid: ['q1'] }), true)).toBe('refused')
  expect(savingStatus(settled(sending, { kind: 'denied' }), true)).toBe('denied')
  expect(savingStatus(settled(sending, { kind: 'expired' }), true)).toBe('expired')
  expect(savingStatus(settled(sending, { kind: 'closed' }), true)).toBe('closed')
})

test('denied keeps what is pending and stops sending; closed discards it', () => {
  const [sending] = send(enqueue(startQueue(1), answer('q1', 3, 1)))
  const denied = settled(sending, { kind: 'denied' })
  expect(denied.pending.size).toBe(1)
  expect(nextBatch(denied)).toBeUndefined()
  const closed = settled(sending, { kind: 'closed' })
  expect(closed.pending.size).toBe(0)
  expect(enqueue(closed, answer('q1', 4, 2)).pending.size).toBe(0)
})

test('a reopened session sends what was denied; a closed run stays closed', () => {
  const [sending] = send(enqueue(startQueue(1), answer('q1', 3, 1)))
  expect(nextBatch(retryDenied(settled(sending, { kind: 'denied' })))?.answers).toEqual([answer('q1', 3, 1)])
  expect(retryDenied(settled(sending, { kind: 'closed' })).stopped).toBe('closed')
  expect(retryDenied(settled(sending, { kind: 'expired' })).stopped).toBe('expired')
})

test('a refused answer is not retried, the others and its next value are', () => {
  const two = enqueue(enqueue(startQueue(1), answer('q1', 3, 1)), answer('q2', 2, 2))
  const after = settled(send(two)[0], { kind: 'refused', invalid: ['q1'] })
  expect([...after.pending.keys()]).toEqual(['q2'])
  const partly = settled(send(two)[0], { ...SAVED, invalid: ['q1'] })
  expect(partly.pending.size).toBe(0)
  expect([...partly.refused]).toEqual(['q1'])
  const retyped = enqueue(partly, answer('q1', 4, 3))
  expect(retyped.refused.size).toBe(0)
  expect(nextBatch(retyped)?.answers).toEqual([answer('q1', 4, 3)])
})

test('a refusal without a field of the batch refuses the whole batch', () => {
  const [sending] = send(moveTo(enqueue(startQueue(1), answer('q1', 3, 1)), 2))
  const after = settled(sending, { kind: 'refused', invalid: [] })
  expect([...after.refused]).toEqual(['q1'])
  expect(nextBatch(after)).toBeUndefined()
})

// shows: A4.11
test('retry delays grow from one second to fifteen', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map(failures => retryDelay(failures, 0))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
  ])
  expect(retryDelay(1, 1)).toBe(1250)
})

test('sequences follow the clock and never decrease, whatever the clock does', () => {
  expect(nextSequence(10, 1_700_000_000_000)).toBe(1_700_000_000_000)
  expect(nextSequence(1_700_000_000_000, 1_600_000_000_000)).toBe(1_700_000_000_001)
})

test('only stored answers that the server lacks are restored', () => {
  const stored = [answer('q1', 1, 5), answer('q2', 2, 5), answer('q3', 3, 5)]
  expect(stillPending(stored, { q1: 5, q2: 4 })).toEqual([stored[1], stored[2]])
})

/** A server that follows the specification: one value per field, an older sequence never overwrites a newer one. */
function store(rows: Map<string, PendingAnswer>, answers: readonly PendingAnswer[]) {
  for (const input of answers) if ((rows.get(input.field)?.seq ?? -1) < input.seq) rows.set(input.field, input)
}

type Step =
  | { do: 'edit'; field: string; value: AnswerValue }
  | { do: 'send' | 'save' | 'lose request' | 'lose answer' | 'reload' | 'move' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      field: fc.constantFrom('q1', 'q2', 'open'),
      value: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('send', 'save', 'lose request', 'lose answer', 'reload', 'move') }),
  },
)

// shows: A4.11
test('any interleaving of edits, failures, lost answers and reloads ends with the newest value of each field saved', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: -50, max: 50 }), (steps, drift) => {
      const server = new Map<string, PendingAnswer>()
      const newest = new Map<string, AnswerValue>()
      // The simulated browser storage mirrors `pending` after every change.
      let storage: PendingAnswer[] = []
      let queue = startQueue(1)
      let last = 0
      let clock = 1000
      let late: Batch | undefined
      const set = (next: Queue) => {
        queue = next
        storage = [...next.pending.values()]
      }
      for (const now of steps) {
        // A clock that jumps, also backwards.
        clock += drift
        switch (now.do) {
          case 'edit':
            last = nextSequence(last, clock)
            newest.set(now.field, now.value)
            set(enqueue(queue, answer(now.field, now.value, last)))
            break
          case 'move':
            set(moveTo(queue, (queue.section % 3) + 1))
            break
          case 'send': {
            const batch = nextBatch(queue)
            if (batch) set(sent(queue, batch))
            break
          }
          case 'save':
            if (queue.sending) {
              store(server, queue.sending.answers)
              set(settled(queue, SAVED))
            }
            break
          case 'lose request':
            // Lost for the browser; it may still arrive, after newer ones.
            late = queue.sending ?? late
            set(settled(queue, { kind: 'failed' }))
            break
          case 'lose answer':
            if (queue.sending) store(server, queue.sending.answers)
            set(settled(queue, { kind: 'failed' }))
            break
          case 'reload': {
            const sequences = Object.fromEntries([...server.values()].map(({ field, seq }) => [field, seq]))
            set(startQueue(queue.savedSection, stillPending(storage, sequences), queue.section))
            last = Math.max(0, ...Object.values(sequences), ...storage.map(({ seq }) => seq))
            break
          }
        }
      }
      if (queue.sending) set(settled(queue, { kind: 'failed' }))
      for (let batch = nextBatch(queue); batch; batch = nextBatch(queue)) {
        set(sent(queue, batch))
        store(server, batch.answers)
        set(settled(queue, SAVED))
      }
      if (late) store(server, late.answers)
      expect(storage).toEqual([])
      expect(new Map([...server].map(([field, { value }]) => [field, value]))).toEqual(newest)
      expect(queue.savedSection).toBe(queue.section)
    }),
    { numRuns: 2000 },
  )
})
