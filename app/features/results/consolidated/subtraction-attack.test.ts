import { expect, it } from 'vitest'
import { type Block, formBlocks, type Waiting } from '#app/features/results/blocks.ts'

// Plays a confidential purchase from the first completion to the last, in many random ways, with an attacker who stores
// every table ever shown and subtracts any from any.

/** A seeded random generator (mulberry32). */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Purchase = { waiting: Waiting[]; blocks: Block[]; shown: Set<string>[] }

/** What the page shows of the blocks: the whole, and every area and position, each as the people behind its figures. */
function tablesOf(blocks: readonly Block[]): Set<string>[] {
  const union = (some: readonly Block[]) => new Set(some.flatMap(block => block.run_ids))
  const by = (key: 'area' | 'position') =>
    [...Map.groupBy(blocks, block => block[key])].filter(([name]) => name !== null).map(([, some]) => union(some))
  return blocks.length === 0 ? [] : [union(blocks), ...by('area'), ...by('position')]
}

function play(seed: number): Purchase {
  const roll = chance(seed)
  const seats = 5 + roll(60)
  const areas = 1 + roll(9)
  const positions = 1 + roll(6)
  const everyone = Array.from({ length: seats }, (_, index) => ({
    run_id: `p${index}`,
    area: `a${roll(areas)}`,
    position: `c${roll(positions)}`,
  }))
  const purchase: Purchase = { waiting: [], blocks: [], shown: [] }
  for (const [index, person] of everyone.entries()) {
    purchase.waiting.push(person)
    // The page is opened now and then, and at the end; somebody may be invited after everybody had completed.
    const finished = index === seats - 1 || roll(25) === 0
    if (!finished && roll(3) > 0) continue
    const made = formBlocks(purchase.waiting, { first: purchase.blocks.length === 0, finished })
    const counted = new Set(made.flatMap(block => block.run_ids))
    purchase.waiting = purchase.waiting.filter(({ run_id }) => !counted.has(run_id))
    purchase.blocks.push(...made)
    purchase.shown.push(...tablesOf(purchase.blocks))
  }
  return purchase
}

/**
 * The smallest number of people that a linear combination of these tables can be about. It gives people of the same
 * tables the same weight, so it is about whole classes of them, and none is smaller than the smallest class.
 */
function smallestClass(shown: readonly Set<string>[]): number {
  const people = new Set(shown.flatMap(table => [...table]))
  const classes = Map.groupBy(people, person => shown.map(table => (table.has(person) ? '1' : '0')).join(''))
  return Math.min(...[...classes.values()].map(members => members.length))
}

/** The obvious attack: each table minus each other table that it contains. */
function smallestDifference(shown: readonly Set<string>[]): number {
  const sizes = shown.flatMap(whole =>
    shown
      .filter(part => part.size < whole.size && [...part].every(person => whole.has(person)))
      .map(part => whole.size - part.size),
  )
  return Math.min(Infinity, ...sizes)
}

const GAMES = Array.from({ length: 400 }, (_, index) => play(index + 1))

it('no table and no difference of tables is about fewer than five people', () => {
  const attacked = GAMES.filter(({ shown }) => shown.length > 0)
  expect(attacked.length).toBeGreaterThan(300)
  for (const { shown } of attacked) {
    expect(Math.min(...shown.map(table => table.size))).toBeGreaterThanOrEqual(5)
    expect(smallestDifference(shown)).toBeGreaterThanOrEqual(5)
    expect(smallestClass(shown)).toBeGreaterThanOrEqual(5)
  }
})

it('the attack finds single people without these rules', () => {
  const areas = [new Set(['a', 'b', 'c', 'd', 'e']), new Set(['a', 'b', 'c', 'd', 'e', 'f'])]
  expect([smallestDifference(areas), smallestClass(areas)]).toEqual([1, 1])
})

it('fewer than five people are left out once everybody has completed', () => {
  for (const { waiting } of GAMES) expect(waiting.length).toBeLessThan(5)
})

it('departments and positions are shown as far as possible', () => {
  const tables = GAMES.flatMap(({ blocks }) => blocks)
  expect(tables.filter(block => block.area !== null).length / tables.length).toBeGreaterThan(0.5)
})
