import { isCardName } from './cards.ts'
import { readFault, readTarget } from './faults.ts'
import type { Machine } from './server.ts'
import { type Answer, DECISIONS } from './transaction.ts'

// What a test or a curious owner does to a fake that runs as a process of its own. Nothing of it exists in the real bank.

export const CONTROL_PATH = '/control/'

const ok = (body: Record<string, unknown>): Answer => ({ status: 200, body })

export function answerControl(machine: Machine, method: string, path: string, text: string): Answer {
  const { bank, book, faults } = machine
  const asked = `${method} ${path.slice(CONTROL_PATH.length)}`
  if (asked === 'GET book') {
    return ok({
      net: book.net(),
      entries: book.entries,
      received: book.received,
      transactions: book.transactions(),
    })
  }
  const input: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
  switch (asked) {
    case 'POST clock':
      machine.advance(Number(input.advanceMs))
      return ok({ now: machine.now() })
    case 'POST faults': {
      const fault = readFault(input)
      if (!fault) return { status: 422, body: { error: 'unknown fault' } }
      faults.fail(fault, readTarget(input))
      return ok({})
    }
    case 'POST decisions': {
      const decision = DECISIONS.find(name => name === input.decision)
      const card = String(input.card ?? 'credit')
      if (!decision || !isCardName(card)) return { status: 422, body: { error: 'unknown decision or card' } }
      const departure = bank.decide(String(input.token), decision, card, machine.now())
      return departure ? ok(departure) : { status: 409, body: { error: 'decided, expired or unknown' } }
    }
    default:
      return { status: 404, body: { error: 'no such control' } }
  }
}
