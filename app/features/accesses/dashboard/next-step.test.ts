import { describe, expect, it } from 'vitest'
import {
  answeredText,
  type NextStep,
  nextStep,
  purchaseRank,
  RANKS,
  STEP_RULES,
  type StepFact,
  stepLabel,
  stepReason,
} from './next-step.ts'

const CASES: readonly [what: string, facts: readonly StepFact[], step: NextStep][] = [
  [
    'nobody is invited yet, whoever bought could answer',
    ['own_waits', 'can_invite', 'nobody_invited', 'nobody_done', 'has_people'],
    'invite',
  ],
  [
    'the own answers are half done',
    ['own_begun', 'can_invite', 'nobody_invited', 'nobody_done', 'has_people'],
    'continue',
  ],
  ['some are invited, seats are left', ['own_waits', 'can_invite', 'nobody_done', 'has_people'], 'invite'],
  ['some wait for a reminder', ['own_waits', 'reminders_due', 'has_results', 'has_people'], 'remind'],
  ['a round can be closed', ['own_waits', 'can_publish', 'has_people'], 'publish'],
  ['everybody is invited and nobody answered', ['own_waits', 'nobody_done', 'has_people'], 'start'],
  ['others answered already', ['own_waits', 'has_results', 'has_people'], 'results'],
  [
    'the last of those who were asked has just answered',
    ['can_invite', 'has_results', 'new_results', 'has_people'],
    'results',
  ],
  ['results, and seats that nobody needs', ['can_invite', 'has_results', 'has_people'], 'results'],
  ['everybody waits for nobody in particular', ['nobody_done', 'has_people'], 'people'],
  ['one seat, not begun', ['own_waits', 'for_one', 'nobody_invited', 'nobody_done'], 'start'],
  ['one seat, answered', ['for_one', 'nobody_invited', 'has_results'], 'results'],
  ['one seat that is free again', ['for_one', 'can_invite', 'nobody_invited', 'nobody_done'], 'invite'],
  ['a workshop for one', ['own_workshop', 'for_one', 'nobody_invited', 'nobody_done'], 'workshop'],
  ['a workshop for a team', ['own_workshop', 'can_invite', 'nobody_invited', 'nobody_done', 'has_people'], 'invite'],
  ['ended without answers', ['for_one', 'nobody_invited', 'nobody_done'], 'details'],
  ['seen by who only sees results, without any', ['nobody_done'], 'details'],
]

describe('the next step of a purchase', () => {
  it.each(CASES)('%s', (_, facts, step) => {
    expect(nextStep(facts)).toBe(step)
    expect(nextStep(facts.toReversed())).toBe(step)
  })

  it('is reached by every rule', () => {
    const reached = CASES.map(([, facts]) =>
      STEP_RULES.findIndex(({ when }) => when.every(fact => facts.includes(fact))),
    )
    expect(new Set(reached).size).toBe(STEP_RULES.length)
  })

  it('places new results first, then what needs somebody, then other results, then the rest', () => {
    const places = CASES.map(([, facts, step]) => ({
      isNew: facts.includes('new_results'),
      step,
      rank: purchaseRank(facts),
    }))
    for (const { isNew, step, rank } of places) {
      const needs = ['continue', 'invite', 'remind', 'publish', 'start'].includes(step)
      expect(rank, step).toBe(
        isNew ? RANKS.news : needs ? RANKS.needs : step === 'results' ? RANKS.results : RANKS.rest,
      )
    }
    expect(new Set(places.map(({ rank }) => rank)).size).toBe(4)
  })

  it('has a label that says how many', () => {
    const counted = { total_seats: 25, used_seats: 1, due_reminders: 8 }
    expect(stepLabel('invite', counted)).toBe('Invitar a 24 personas')
    expect(stepLabel('invite', { ...counted, used_seats: 24 })).toBe('Invitar a 1 persona')
    expect(stepLabel('remind', counted)).toBe('Recordar a 8')
    expect(stepLabel('results', counted)).toBe('Ver resultados')
  })

  it('has a reason that agrees with its count', () => {
    const counted = { total_seats: 25, used_seats: 24, due_reminders: 1 }
    expect(stepReason('invite', counted)).toMatch(/^Queda 1 asiento sin asignar\./)
    expect(stepReason('invite', { ...counted, used_seats: 1 })).toMatch(/^Quedan 24 asientos sin asignar\./)
    expect(stepReason('remind', counted)).toMatch(/^1 persona invitada no ha terminado\./)
    expect(stepReason('remind', { ...counted, due_reminders: 8 })).toMatch(/^8 personas invitadas no han terminado\./)
  })
})

describe('how far the answers are', () => {
  const team = { total_seats: 25, asked: 24, completed: 9, has_questionnaire: true, own: undefined }

  it('counts who answered of who was asked', () => {
    expect(answeredText(team)).toEqual({ text: '9 de 24 respondieron', value: 9, max: 24 })
    expect(answeredText({ ...team, completed: 1 }).text).toBe('1 de 24 respondió')
    expect(answeredText({ ...team, completed: 0 }).text).toBe('0 de 24 respondieron')
    expect(answeredText({ ...team, has_questionnaire: false }).text).toBe('9 de 24 completaron')
  })

  it('has no bar while nobody is invited', () => {
    expect(answeredText({ ...team, asked: 0, completed: 0 })).toEqual({ text: 'Nadie está invitado todavía' })
  })

  it('is the own progress of a purchase for one', () => {
    const own = (state: 'completed' | 'in_progress' | 'pending', progress: number) =>
      answeredText({ ...team, total_seats: 1, asked: 1, completed: 0, own: { state, progress } })
    expect(own('pending', 0)).toEqual({ text: 'Sin comenzar', value: 0, max: 100 })
    expect(own('in_progress', 35)).toEqual({ text: '35% respondido', value: 35, max: 100 })
    expect(own('completed', 95)).toEqual({ text: 'Respondida', value: 100, max: 100 })
  })
})
