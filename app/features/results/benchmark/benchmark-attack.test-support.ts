import { type Counted, handOf, type PublishedQuarter } from './benchmark-strategies.test-support.ts'

// The attacker, written apart from the rule: it knows every figure that was shown in any quarter, which companies counted in each of them with
// which measurement, and its own levels; and it may add and subtract any of them.

type Group = { quarter: number; sizes: string; counted: Counted[] }

/** Every group that the figures of a quarter are about, alone or by adding and subtracting. */
function groupsOf({ quarter, counted, sizes }: PublishedQuarter): Group[] {
  const rows = sizes.map(size => counted.filter(each => each.size === size))
  const rest = counted.filter(({ size }) => !sizes.includes(size))
  let groups: Counted[][] = [[]]
  for (const part of rest.length > 0 ? [...rows, rest] : rows) {
    groups = groups.flatMap(group => [group, [...group, ...part]])
  }
  return groups
    .filter(group => group.length > 0)
    .map(group => ({
      quarter,
      counted: group,
      sizes: [...new Set(group.map(({ size }) => size))].toSorted().join(' '),
    }))
}

/** The companies that tell two groups apart. */
function companiesBetween(a: readonly Counted[], b: readonly Counted[]): Set<number> {
  const purchases = (group: readonly Counted[]) => new Set(group.map(({ purchase }) => purchase))
  const [ofA, ofB] = [purchases(a), purchases(b)]
  const apart = [...a.filter(({ purchase }) => !ofB.has(purchase)), ...b.filter(({ purchase }) => !ofA.has(purchase))]
  return new Set(apart.map(({ owner }) => owner))
}

/** How many readers know their levels: a consultant knows those of all its client companies. */
const handsOf = (companies: ReadonlySet<number>): number => new Set([...companies].map(handOf)).size

/** What the attacker would have learned of few, in words; empty: nothing. */
export function differences(quarters: readonly PublishedQuarter[]): string[] {
  const found: string[] = []
  const groups = quarters.flatMap(groupsOf)
  for (const { counted, quarter } of groups) {
    const companies = new Set(counted.map(({ owner }) => owner))
    if (companies.size < 10) found.push(`a figure of quarter ${quarter} is about ${companies.size} companies`)
    if (handsOf(companies) < 5) found.push(`a figure of quarter ${quarter} is in ${handsOf(companies)} hands`)
    if (companies.size < counted.length) found.push(`a company counts twice in quarter ${quarter}`)
  }
  for (const [at, a] of groups.entries()) {
    for (const b of groups.slice(at + 1)) {
      const between = companiesBetween(a.counted, b.counted)
      const [least, hands] = a.quarter !== b.quarter && a.sizes === b.sizes ? [3, 3] : [10, 5]
      if (between.size > 0 && (between.size < least || handsOf(between) < hands)) {
        found.push(`quarters ${a.quarter} and ${b.quarter} differ by ${[...between]} (${a.sizes}; ${b.sizes})`)
      }
    }
  }
  return found
}

/** The quartiles of levels in tenths as a reader computes them: by quarters of a place, so that all is whole; half up. */
function readQuartiles(tenths: readonly number[]): number[] {
  const sorted = tenths.toSorted((a, b) => a - b)
  return [1, 2, 3].map(quarter => {
    const place = quarter * (sorted.length - 1)
    const [low, high] = [sorted[Math.floor(place / 4)] ?? 0, sorted[Math.ceil(place / 4)] ?? 0]
    return Math.floor((4 * low + (place % 4) * (high - low) + 2) / 4)
  })
}

type Tenths = ReadonlyMap<string, number>

/** Every figure of the quarters, if the measurements had these levels. */
const figuresWith = (quarters: readonly PublishedQuarter[], levels: Tenths): number[] =>
  quarters.flatMap(({ counted, sizes }) =>
    [counted, ...sizes.map(size => counted.filter(each => each.size === size))].flatMap(group =>
      readQuartiles(group.map(({ purchase }) => levels.get(purchase) ?? 0)),
    ),
  )

const levelsOf = (quarters: readonly PublishedQuarter[]): Map<string, number> =>
  new Map(
    quarters.flatMap(({ counted }) =>
      counted.map(({ purchase, level }) => [purchase, Math.round(level * 10)] as const),
    ),
  )

/** Whether what was shown is what a reader computes from the levels. */
export const isReadAlike = (quarters: readonly PublishedQuarter[]): boolean =>
  figuresWith(quarters, levelsOf(quarters)).join() ===
  quarters
    .flatMap(({ figures }) => figures.flatMap(({ areas }) => areas.flatMap(({ q1, median, q3 }) => [q1, median, q3])))
    .map(level => Math.round(level * 10))
    .join()

/**
 * Whether the figures tell whose a level is: those who counted in the same figures with the same measurements exchange their levels, and
 * something changes.
 */
export function tellWhose(quarters: readonly PublishedQuarter[]): boolean {
  const levels = levelsOf(quarters)
  const history = (purchase: string) =>
    quarters
      .map(({ counted, sizes }) => {
        const size = counted.find(each => each.purchase === purchase)?.size
        return size === undefined ? 'no' : sizes.includes(size) ? size : 'rest'
      })
      .join()
  const exchanged = [...Map.groupBy(levels.keys(), history).values()].flatMap(same =>
    same.map((purchase, at) => [purchase, levels.get(same.at(-1 - at) ?? '') ?? 0] as const),
  )
  return figuresWith(quarters, new Map(exchanged)).join() !== figuresWith(quarters, levels).join()
}
