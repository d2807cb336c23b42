import { GROUP_MIN } from './tallies.ts'

/** Somebody who completed a confidential item and is not counted yet, with what groups them. */
export type Waiting = { run_id: string; area: string; position: string }

/**
 * People of a confidential item who are counted together for ever, five at least. Everything that is told is a sum over whole blocks,
 * today and later, so whatever is subtracted from whatever leaves whole blocks: never fewer than five people.
 */
export type Block = {
  run_ids: string[]
  /** The area or position that all its people share, and that it is told under; null tells it in the whole only. */
  area: string | null
  position: string | null
}

type Situation = {
  /** Nothing of the item is told yet: the first five people make a block, whatever they share. */
  first: boolean
  /** Nobody is left who could still complete: whoever waits for others of the same area waits in vain. */
  finished: boolean
}

/**
 * The blocks that people who wait can make; whoever is in none goes on waiting. Areas come first: people of one area make a block
 * as soon as they are five. What remains makes blocks by position, or mixed ones, only when there is nothing told yet or nobody left to
 * wait for, because a person in a mixed block is told in no area for ever.
 */
export function formBlocks(waiting: readonly Waiting[], { first, finished }: Situation): Block[] {
  const areas = groupsOf(waiting, person => person.area)
  const blocks = areas.filter(isEnough).flatMap(people => splitByPosition(people))
  const rest = areas.filter(people => !isEnough(people)).flat()
  if (!finished && !(first && blocks.length === 0)) return blocks
  return [...blocks, ...blocksOfRest(rest)]
}

const isEnough = (people: readonly Waiting[]): boolean => people.length >= GROUP_MIN

/** Groups in the order of their names, so that the same people always make the same blocks. */
function groupsOf(people: readonly Waiting[], key: (person: Waiting) => string): Waiting[][] {
  const groups = Map.groupBy(people, key)
  return [...groups.keys()].toSorted().map(name => groups.get(name) ?? [])
}

const toBlock = (people: readonly Waiting[]): Block => ({
  run_ids: people.map(person => person.run_id),
  area: shared(people, person => person.area),
  position: shared(people, person => person.position),
})

/** The name that all of them have. A missing one groups nobody. */
function shared(people: readonly Waiting[], key: (person: Waiting) => string): string | null {
  const names = new Set(people.map(key))
  const [name] = names
  return names.size === 1 && name ? name : null
}

/** One block per position of five or more; fewer people join the smallest of those, which is then told without a position. */
function splitByPosition(people: readonly Waiting[]): Block[] {
  const positions = groupsOf(people, person => person.position)
  const rest = positions.filter(group => !isEnough(group)).flat()
  const whole = positions.filter(isEnough).toSorted((a, b) => b.length - a.length)
  if (isEnough(rest) || whole.length === 0) return [...whole, ...(rest.length > 0 ? [rest] : [])].map(toBlock)
  const smallest = whole.at(-1) ?? []
  return [...whole.slice(0, -1), [...smallest, ...rest]].map(toBlock)
}

/** What areas of fewer than five leave: by position where five share one, else mixed. Fewer than five wait. */
const blocksOfRest = (people: readonly Waiting[]): Block[] => (isEnough(people) ? splitByPosition(people) : [])
