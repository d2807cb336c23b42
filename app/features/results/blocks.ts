import { GROUP_MIN } from './consolidated/tallies.ts'

/** An account that completed a confidential item and is in no round yet, with what groups it. */
export type Waiting = {
  run_id: string
  /** Whom it counts as (see rounds/cut-round.ts). */
  person: string
  area: string
  position: string
}

/**
 * At least five different people of a round who are always counted together. Every figure shown is a sum over whole
 * blocks, so no difference of figures is about fewer than five people.
 */
export type Block = {
  run_ids: string[]
  /**
   * The area or position that all its people share and under which it is shown; null when it is only part of the total.
   */
  area: string | null
  position: string | null
}

/**
 * The blocks of a round, cut once when it is closed: five different people of one area form a block. The rest form
 * blocks by position, or mixed ones that are shown in the total alone; fewer than five wait for the next round.
 */
export function formBlocks(waiting: readonly Waiting[]): Block[] {
  const areas = groupByName(waiting, person => person.area)
  const blocks = areas.filter(isEnough).flatMap(people => splitByPosition(people))
  return [...blocks, ...blocksOfRest(areas.filter(people => !isEnough(people)).flat())]
}

/** How many different people these accounts are. */
export const countPeople = (accounts: readonly Pick<Waiting, 'person'>[]): number =>
  new Set(accounts.map(({ person }) => person)).size

const isEnough = (accounts: readonly Waiting[]): boolean => countPeople(accounts) >= GROUP_MIN

/** Groups in the order of their names, so that the same people always form the same blocks. */
function groupByName(people: readonly Waiting[], key: (person: Waiting) => string): Waiting[][] {
  const groups = Map.groupBy(people, key)
  return [...groups.keys()].toSorted().map(name => groups.get(name) ?? [])
}

const toBlock = (people: readonly Waiting[]): Block => ({
  run_ids: people.map(person => person.run_id),
  area: shared(people, person => person.area),
  position: shared(people, person => person.position),
})

/** The name that all of them share. A missing name forms no group. */
function shared(people: readonly Waiting[], key: (person: Waiting) => string): string | null {
  const names = new Set(people.map(key))
  const [name] = names
  return names.size === 1 && name ? name : null
}

/** One block per position of five or more; fewer people join the smallest of those, which then has no position. */
function splitByPosition(people: readonly Waiting[]): Block[] {
  const positions = groupByName(people, person => person.position)
  const rest = positions.filter(group => !isEnough(group)).flat()
  const whole = positions.filter(isEnough).toSorted((a, b) => b.length - a.length)
  if (isEnough(rest) || whole.length === 0) return [...whole, ...(rest.length > 0 ? [rest] : [])].map(toBlock)
  const smallest = whole.at(-1) ?? []
  return [...whole.slice(0, -1), [...smallest, ...rest]].map(toBlock)
}

/** What areas of fewer than five leave: by position where five share one, else mixed. Fewer than five wait. */
const blocksOfRest = (people: readonly Waiting[]): Block[] => (isEnough(people) ? splitByPosition(people) : [])
