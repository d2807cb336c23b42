import { describe, expect, it } from 'vitest'
import {
  accessState,
  type DashboardGroup,
  groupButtons,
  groupState,
  listedState,
  type OwnAccess,
  splitName,
} from './accesses.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2026-09-06T12:00:00Z')

const access = (input: Partial<OwnAccess> = {}): OwnAccess => ({
  id: 'a',
  email: 'ana@example.cl',
  name: 'Ana Rojas',
  own: true,
  state: 'pending',
  progress: 0,
  expired: false,
  ...input,
})

const group = (input: Partial<DashboardGroup> = {}): DashboardGroup => ({
  item_id: 'i',
  role: 'buyer',
  order_id: 'o',
  order_number: 'ALH-1',
  order_created_at: NOW,
  assessment_id: 'p',
  slug: 'dama-assessment',
  name: 'DAMA',
  description: '',
  type: 'assessment',
  has_questionnaire: true,
  duration_min: 30,
  duration_max: 45,
  due_at: null,
  ends_at: LATER,
  mode: 'business',
  result_mode: 'nominative',
  mode_fixed: false,
  repeats_order_item_id: null,
  total_seats: 11,
  used_seats: 1,
  expired: false,
  state: 'pending',
  completed: 0,
  asked: 0,
  published: true,
  level: null,
  due_reminders: 0,
  step: 'invite',
  rank: 1,
  own: access(),
  ...input,
})

describe('the label of an access', () => {
  it.each([
    [null, null, 'pending'],
    [NOW, null, 'in_progress'],
    [NOW, NOW, 'completed'],
    // completed_at alone is enough.
    [null, NOW, 'completed'],
  ] as const)('accessed %s, completed %s: %s', (accessed_at, completed_at, state) => {
    expect(accessState({ accessed_at, completed_at })).toBe(state)
  })
})

describe('the status of a group', () => {
  // shows: A4.4
  it('is completed only when there is an access and all are completed', () => {
    expect(groupState({ people: 2, completed: 2, started: 2 })).toBe('completed')
    expect(groupState({ people: 0, completed: 0, started: 0 })).toBe('pending')
  })

  // shows: A4.5
  it('is in progress when any is completed or started', () => {
    expect(groupState({ people: 2, completed: 1, started: 0 })).toBe('in_progress')
    expect(groupState({ people: 2, completed: 0, started: 1 })).toBe('in_progress')
  })

  // shows: A4.6
  it('is pending otherwise', () => {
    expect(groupState({ people: 2, completed: 0, started: 0 })).toBe('pending')
  })
})

describe('the buttons of a group', () => {
  const own = (input: Partial<OwnAccess>, other: Partial<DashboardGroup> = {}) =>
    groupButtons(group({ own: access(input), ...other }))

  // shows: A2.23
  it('start, continue or show the end of the own access', () => {
    expect(own({ state: 'pending' }).own?.button).toBe('start')
    expect(own({ state: 'in_progress' }).own?.button).toBe('continue')
    expect(own({ state: 'completed' }).own?.button).toBe('completed')
  })

  // shows: A2.24
  it('offer to finish only a started access', () => {
    expect(own({ state: 'pending' }).finish).toBeUndefined()
    expect(own({ state: 'in_progress' }).finish?.id).toBe('a')
    expect(own({ state: 'completed' }).finish).toBeUndefined()
  })

  it('open a workshop instead of a questionnaire, and have no results for it', () => {
    const buttons = own({}, { type: 'workshop', has_questionnaire: false })
    expect(buttons.own?.button).toBe('workshop')
    expect(buttons.results).toBeUndefined()
  })

  it('start nothing after expiry, and still show completed results', () => {
    expect(own({ state: 'pending', expired: true }).own).toBeUndefined()
    expect(own({ state: 'completed', expired: true }).own?.button).toBe('completed')
  })

  it('have no own access after it was handed over', () => {
    expect(groupButtons(group({ own: undefined })).own).toBeUndefined()
  })

  // shows: A2.25
  it('invite only while seats remain and the item has not expired', () => {
    expect(groupButtons(group({ used_seats: 10 })).invite).toBe(true)
    expect(groupButtons(group({ used_seats: 11 })).invite).toBe(false)
    expect(groupButtons(group({ expired: true })).invite).toBe(false)
  })

  // shows: A2.22
  it('add seats to a purchase for an organisation until it expires', () => {
    expect(groupButtons(group({ mode: 'business' })).addSeats).toBe(true)
    expect(groupButtons(group({ mode: 'self' })).addSeats).toBe(false)
    expect(groupButtons(group({ mode: 'business', expired: true })).addSeats).toBe(false)
  })

  // shows: A2.30
  it('offer the report of a purchase once somebody has completed, before that the page that says so', () => {
    const page = { kind: 'page', path: '/account/items/i/results' }
    expect(groupButtons(group()).results).toEqual(page)
    expect(own({ state: 'in_progress', progress: 40 }).results).toEqual(page)
    expect(groupButtons(group({ completed: 1 })).results).toEqual({ kind: 'file', path: '/account/items/i/report' })
  })

  // shows: A2.30
  it('offer the own report of a purchase for one person from the first answer on', () => {
    const alone = (input: Partial<OwnAccess>, other: Partial<DashboardGroup> = {}) =>
      own(input, { total_seats: 1, ...other }).results
    const page = { kind: 'page', path: '/account/results/a' }
    expect(alone({ state: 'pending' })).toEqual(page)
    expect(alone({ state: 'in_progress' })).toEqual(page)
    expect(alone({ state: 'completed' }, { completed: 1 })).toEqual(page)
    const file = { kind: 'file', path: '/account/results/a/report' }
    expect(alone({ state: 'in_progress', progress: 3 })).toEqual(file)
    expect(alone({ state: 'completed', progress: 100 }, { completed: 1 })).toEqual(file)
    expect(alone({}, { own: undefined, completed: 1 })).toEqual({
      kind: 'file',
      path: '/account/items/i/report',
    })
  })

  // shows: A2.21
  it('configure invitations when there is more than one seat', () => {
    expect(groupButtons(group({ total_seats: 2 })).configure).toBe(true)
    expect(groupButtons(group({ total_seats: 1 })).configure).toBe(false)
  })
})

describe('the state in the back office', () => {
  it.each([
    ['active', LATER, 'invited'],
    ['in_use', LATER, 'accessed'],
    ['completed', LATER, 'completed'],
    ['active', NOW, 'expired'],
    ['in_use', NOW, 'expired'],
    ['completed', NOW, 'completed'],
    ['revoked', NOW, 'revoked'],
  ] as const)('%s until %s: %s', (status, expires_at, state) => {
    expect(listedState({ status, expires_at }, NOW)).toBe(state)
  })
})

it.each([
  ['Ana', 'Ana', ''],
  [' María José  Pérez Soto ', 'María', 'José Pérez Soto'],
])('splits the name %s', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name })
})
