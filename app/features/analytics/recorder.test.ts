import { beforeEach, expect, it } from 'vitest'
import type { Tracked } from '#app/platform/tracking/track.ts'
import { type Batch, createRecorder } from './recorder.ts'

const PLACE = { page: '/', referrer: '' }

let now: number
let sent: Batch[]
let last: Batch[]
let answers: boolean[]
let planned: { at: number; work: () => void }[]

beforeEach(() => {
  now = 1_000_000
  sent = []
  last = []
  answers = []
  planned = []
})

const make = () =>
  createRecorder({
    visit: () => 'v',
    async send(batch) {
      sent.push(batch)
      const answer = answers.shift()
      if (answer === undefined) throw new Error('No network')
      return answer
    },
    sendLast: batch => void last.push(batch),
    now: () => now,
    later(work, milliseconds) {
      const plan = { at: now + milliseconds, work }
      planned.push(plan)
      return () => void planned.splice(planned.indexOf(plan), 1)
    },
  })

/** Lets time pass, with everything that was planned for it. */
async function pass(milliseconds: number): Promise<void> {
  const end = now + milliseconds
  for (let next = due(end); next; next = due(end)) {
    now = next.at
    planned.splice(planned.indexOf(next), 1)
    next.work()
    // The request is answered within this tick.
    await new Promise(resolve => setImmediate(resolve))
  }
  now = end
}

const due = (end: number) => planned.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]

const view = (): Tracked => ({ type: 'page_view', data: {}, at: now })
const price = (product_id: string, seats: number): Tracked => ({
  type: 'price_preview_change',
  data: { product_id, seats, total_clp: seats },
  at: now,
})

it('sends events of three seconds together, with their age', async () => {
  const recorder = make()
  answers = [true]
  recorder.add(view(), PLACE)
  await pass(2_000)
  recorder.add(view(), { page: '/x', referrer: '/' })
  await pass(10_000)
  expect(sent).toEqual([
    {
      visit: 'v',
      events: [
        { type: 'page_view', data: {}, ...PLACE, ago: 3_000 },
        { type: 'page_view', data: {}, page: '/x', referrer: '/', ago: 1_000 },
      ],
    },
  ])
})

// shows: S7.35
it.each([
  ['the network is away', []],
  ['the server asks for it', [false, false, false]],
])('retries once when %s, then drops the batch', async (_, input: boolean[]) => {
  const recorder = make()
  answers = input
  recorder.add(view(), PLACE)
  await pass(60_000)
  expect(sent).toHaveLength(2)
  expect(sent[1]?.events[0]?.ago).toBe(6_000)
  expect(planned).toEqual([])
})

it('queues at most 100 and sends 25 at a time', async () => {
  const recorder = make()
  answers = Array.from({ length: 10 }, () => true)
  for (let count = 0; count < 150; count += 1) recorder.add(view(), PLACE)
  await pass(60_000)
  expect(sent.map(({ events }) => events.length)).toEqual([25, 25, 25, 25])
})

it('sends everything when the page is left, and nothing twice', async () => {
  const recorder = make()
  for (let count = 0; count < 30; count += 1) recorder.add(view(), PLACE)
  recorder.leave()
  await pass(60_000)
  expect(last.map(({ events }) => events.length)).toEqual([25, 5])
  expect(sent).toEqual([])
})

it('drops the queue when measuring is stopped', async () => {
  const recorder = make()
  recorder.add(view(), PLACE)
  recorder.forget()
  recorder.leave()
  await pass(60_000)
  expect([...sent, ...last]).toEqual([])
})

it('sends only the last of prices tried in quick succession', async () => {
  const recorder = make()
  answers = [true]
  for (let seats = 1; seats <= 5; seats += 1) {
    recorder.add(price('a', seats), PLACE)
    await pass(50)
  }
  recorder.add(price('b', 9), PLACE)
  await pass(1_200)
  recorder.add(price('b', 10), PLACE)
  await pass(10_000)
  expect(sent[0]?.events.map(({ data }) => data)).toEqual([
    { product_id: 'a', seats: 5, total_clp: 5 },
    { product_id: 'b', seats: 9, total_clp: 9 },
    { product_id: 'b', seats: 10, total_clp: 10 },
  ])
})
