import { DONT_KNOW, listClosedQuestions, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import type { RoundAccount } from './detail.ts'
import { stepsOf } from './plan-steps.test-support.ts'
import type { Published, Shown } from './strategies.test-support.ts'

// The attacker's further arithmetic: agreement, the rows of groups, what is left of everybody without them, all rounds added up, and the plan.

type Table = ConsolidatedFigures['areas']
type Row = Table['groups'][number]

const different = (accounts: readonly RoundAccount[]): number => new Set(accounts.map(({ person }) => person)).size

/** A row's means: the general one, then those of the sections. */
const means = (row: Row): (number | null)[] => [row.overall.mean, ...row.sections.map(({ mean }) => mean)]

const TABLES = [
  ['areas', 'area'],
  ['positions', 'position'],
] as const

/**
 * Rows are of whole blocks, together they are everybody, and what is left without the groups has nothing that the total and the groups don't
 * have. @param meansOf an account's means as a reader computes them, the general one first
 */
export function ofGroups(
  { figures, round, accounts, groups: defined }: Published,
  meansOf: (account: RoundAccount) => (number | null)[],
): string[] {
  const found: string[] = []
  const byRun = new Map(accounts.map(account => [account.run_id, account]))
  for (const [table, by] of TABLES) {
    const { groups, rest } = figures[table]
    const members = new Map<string, RoundAccount[]>()
    for (const block of round.blocks) {
      const people = block.run_ids.flatMap(id => byRun.get(id) ?? [])
      const named = block[by] === null ? '' : people[0]?.[by === 'area' ? 'area_name' : 'position_name']
      members.set(named ?? '', [...(members.get(named ?? '') ?? []), ...people])
    }
    const rows: [Row, RoundAccount[]][] = groups.map(row => [row, members.get(row.name) ?? []])
    const others = members.get('') ?? []
    if (rest) rows.push([rest, others])
    for (const [row, people] of rows) {
      if (row.people !== people.length || different(people) < 5) found.push(`${row.name} is not of whole blocks`)
      for (const [at, mean] of means(row).entries()) {
        const own = people.map(account => meansOf(account)[at] ?? null).filter(each => each !== null)
        const exact = own.reduce((sum, each) => sum + each, 0) / own.length
        if (mean !== null && !(Math.abs(mean - exact) < 0.1001)) found.push(`${row.name} says ${mean} of ${exact}`)
      }
    }
    if (by === 'area' && defined.length > 0 && groups.some(({ name }) => !defined.some(each => each.name === name))) {
      found.push('an area is shown that the buyer did not define')
    }
    if (groups.length === 0) {
      if (rest) found.push('everybody is shown as the rest of nobody')
      continue
    }
    if (groups.reduce((sum, { people }) => sum + people, rest?.people ?? 0) !== figures.people) {
      found.push(`the rows of ${table} are not everybody`)
    }
    if (rest) found.push(...ofRest(figures, groups, rest))
  }
  return found
}

const totals = (figures: ConsolidatedFigures): (number | null)[] => [
  figures.overall.mean,
  ...figures.sections.map(({ mean }) => mean),
]

/** What is left is shown exactly where it follows from what is shown besides. */
function ofRest(figures: ConsolidatedFigures, groups: readonly Row[], rest: Row): string[] {
  return means(rest).flatMap((mean, at) => {
    const follows = totals(figures)[at] !== null && groups.every(row => means(row)[at] !== null)
    return (mean !== null) === follows ? [] : [`the rest ${mean === null ? 'hides' : 'tells'} figure ${at}`]
  })
}

/** All rounds added up show what every one of them shows, and nothing else. */
export function ofSum(sum: Shown, rounds: readonly Published[]): string[] {
  const found: string[] = []
  const { figures } = sum
  const check = (name: string, shown: Figure, parts: readonly Figure[]) => {
    if ((shown.mean !== null) !== parts.every(({ mean }) => mean !== null)) {
      found.push(`all rounds ${shown.mean === null ? 'hide' : 'tell'} ${name}`)
    }
    if (shown.mean === null) return
    const people = parts.reduce((total, part) => total + part.people, 0)
    const mean = parts.reduce((total, part) => total + part.people * (part.mean ?? 0), 0) / people
    if (people !== shown.people || Math.abs(mean - shown.mean) > 0.2) found.push(`${name} is no sum of the rounds`)
  }
  check(
    'the general mean',
    figures.overall,
    rounds.map(round => round.figures.overall),
  )
  for (const [at, section] of figures.sections.entries()) {
    check(
      `section ${section.id}`,
      section,
      rounds.flatMap(round => round.figures.sections[at] ?? []),
    )
    for (const [index, question] of section.questions.entries()) {
      const parts = rounds.flatMap(round => round.figures.sections[at]?.questions[index] ?? [])
      check(question.field, question, parts)
      const counted = question.distribution.every(
        ({ option, people }) =>
          people ===
          parts
            .flatMap(({ distribution }) => distribution.filter(share => share.option === option))
            .reduce((total, share) => total + share.people, 0),
      )
      if (!counted) found.push(`${question.field} counts otherwise than the rounds`)
    }
  }
  for (const [table] of TABLES) {
    const { groups, rest } = figures[table]
    for (const row of groups) {
      const parts = rounds.flatMap(round => round.figures[table].groups.filter(({ name }) => name === row.name))
      if (parts.length < rounds.length) found.push(`${row.name} is not in every round`)
      if (parts.reduce((total, { people }) => total + people, 0) !== row.people) found.push(`${row.name} has others`)
      for (const [at, mean] of means(row).entries()) {
        if (mean !== null && parts.some(part => means(part)[at] === null)) found.push(`${row.name} tells figure ${at}`)
      }
    }
    if (rest) found.push(...ofRest(figures, groups, rest))
  }
  return found
}

type Figure = { mean: number | null; people: number }

/** The plan is what anybody makes of the distributions that are shown: no action says more than these. */
export function ofPlan({ figures, plan }: Shown, questionnaire: Questionnaire): string[] {
  const shown = new Map(
    figures.sections.flatMap(({ questions }) =>
      questions.flatMap(({ field, distribution }) => {
        const on = (level: number) => distribution.find(({ option }) => option === level)?.people ?? 0
        const counts = { levels: [on(1), on(2), on(3), on(4), on(5)] as const, unknown: on(6) }
        return distribution.length === 0 ? [] : [[field, counts] as const]
      }),
    ),
  )
  const made = makePlan({
    questionnaire,
    plan: stepsOf(questionnaire),
    counts: shown,
    people: figures.people,
    mode: 'confidential',
  })
  const silent = listClosedQuestions(questionnaire).filter(({ field }) => !shown.has(field))
  const told = plan.actions.filter(action => silent.some(({ field }) => field === action.field))
  return [
    ...told.map(({ field }) => `the plan says what to do about ${field}, which is hidden`),
    ...(JSON.stringify(made) === JSON.stringify(plan) ? [] : ['the plan says more than the counts']),
  ]
}

/**
 * Agreement and η² are no figures about anybody that the others aren't: whoever sees the others computes them. Agreement follows from the
 * people at each option, what an area counts from its questions, η² from the groups' sizes and means and the deviation of the whole.
 */
export function ofAgreement({ figures }: Pick<Shown, 'figures'>): string[] {
  const found: string[] = []
  const check = (name: string, shown: number | null, computed: number | null) => {
    const isSame = shown === null || (computed !== null && Math.abs(shown - computed) < 0.0051)
    if (!isSame) found.push(`${name} is ${shown}, and ${computed} by what is shown`)
  }
  for (const { id, questions, agreement } of figures.sections) {
    const measured = questions.filter(question => question.agreement !== null)
    for (const { field, distribution, agreement: shown } of questions) {
      check(`the agreement in ${field}`, shown, agreementByCounts(distribution))
    }
    const low = measured.filter(question => (question.agreement ?? 1) <= 0.5).length
    if (low !== agreement.low || measured.length !== agreement.measured)
      found.push(`section ${id} counts other questions`)
  }
  for (const { groups, between } of [figures.areas, figures.positions]) {
    for (const [at, shown] of between.entries()) {
      const deviation = (at === 0 ? figures.overall : figures.sections[at - 1])?.deviation ?? null
      const means = groups.map(({ people, overall, sections }) => ({
        people,
        mean: (at === 0 ? overall : sections[at - 1])?.mean ?? null,
      }))
      check(`the variance between groups ${at}`, shown, betweenByMeans(means, deviation, figures.people))
    }
  }
  return found
}

function agreementByCounts(distribution: readonly { option: number | null; people: number }[]): number | null {
  const levels = distribution.flatMap(({ option, people }) =>
    option === null || option === DONT_KNOW ? [] : Array.from({ length: people }, () => option),
  )
  if (levels.length < 5) return null
  const mean = levels.reduce((sum, each) => sum + each, 0) / levels.length
  return Math.max(0, 1 - levels.reduce((sum, each) => sum + (each - mean) ** 2, 0) / levels.length / 2)
}

function betweenByMeans(
  groups: readonly { people: number; mean: number | null }[],
  deviation: number | null,
  everybody: number,
): number | null {
  const known = groups.flatMap(({ people, mean }) => (mean === null ? [] : [{ people, mean }]))
  const people = known.reduce((sum, each) => sum + each.people, 0)
  if (deviation === null || deviation === 0 || people !== everybody || known.length < 2) return null
  const whole = known.reduce((sum, each) => sum + each.people * each.mean, 0) / people
  const between = known.reduce((sum, each) => sum + each.people * (each.mean - whole) ** 2, 0) / people
  return Math.min(1, between / deviation ** 2)
}
