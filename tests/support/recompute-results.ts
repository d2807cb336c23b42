import { readFileSync } from 'node:fs'

// What people's answers come to, computed a second time. It shares nothing with the shop but the files of `content/`: means are exact
// fractions, people are lined up instead of counted, and variances come from all pairs of people.

/** An exact number; the denominator is above 0. */
type Fraction = { readonly top: bigint; readonly bottom: bigint }

const fraction = (top: bigint, bottom: bigint): Fraction => ({ top, bottom })
const whole = (value: number): Fraction => fraction(BigInt(value), 1n)
const ZERO = whole(0)
const plus = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom)
const minus = (one: Fraction, other: Fraction): Fraction => plus(one, fraction(-other.top, other.bottom))
const times = (one: Fraction, other: Fraction): Fraction => fraction(one.top * other.top, one.bottom * other.bottom)
const over = ({ top, bottom }: Fraction, count: number): Fraction => fraction(top, bottom * BigInt(count))
const isLess = (one: Fraction, other: Fraction): boolean => one.top * other.bottom < other.top * one.bottom
const toNumber = ({ top, bottom }: Fraction): number => Number((top * 1_000_000_000_000n) / bottom) / 1e12

/** Half away from zero, as by hand. */
function roundExactly({ top, bottom }: Fraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals)
  const size = (2n * (top < 0n ? -top : top) * scale + bottom) / (2n * bottom)
  return Number(top < 0n ? -size : size) / Number(scale)
}

const meanOf = (values: readonly Fraction[]): Fraction | null =>
  values.length === 0 ? null : over(values.reduce(plus, ZERO), values.length)

/** The population's variance: the mean squared distance of all pairs of people, halved. */
function varianceOf(values: readonly Fraction[]): Fraction {
  const distances = values.flatMap(a => values.map(b => times(minus(a, b), minus(a, b))))
  return over(meanOf(distances) ?? ZERO, 2)
}

const isKnown = (option: number | undefined): option is number => option !== undefined && option !== 6

/** A mean with one decimal that never shows a level which is not reached: 2.98 is 2.9. */
function levelFigure(mean: Fraction): number {
  const reached = Number(mean.top / mean.bottom)
  return Math.min(roundExactly(mean, 1), reached === 5 ? 5 : reached + 0.9)
}

const deviationFigure = (values: readonly Fraction[]): number =>
  Math.round(100 * Math.sqrt(toNumber(varianceOf(values))) + 1e-7) / 100

/** A whole percentage that is 0 or 100 only where it is exactly so. */
function percentOf(part: number, all: number): number {
  if (part === 0 || all === 0) return 0
  return part === all ? 100 : Math.min(99, Math.max(1, roundExactly(over(whole(100 * part), all), 0)))
}

const bandOf = (agreement: Fraction): number =>
  [30n, 50n, 70n, 90n].filter(bound => isLess(fraction(bound, 100n), agreement)).length

/** 1 − s²/2 and never below 0, with two decimals or as many more as it takes to stay in its band. */
function agreementFigure(options: readonly number[]): number | null {
  if (options.length < 2) return null
  const exact = minus(whole(1), over(varianceOf(options.map(whole)), 2))
  const shown = isLess(exact, ZERO) ? ZERO : exact
  for (let decimals = 2; decimals < 7; decimals += 1) {
    const figure = roundExactly(shown, decimals)
    if (bandOf(over(whole(Math.round(figure * 1e6)), 1_000_000)) === bandOf(shown)) return figure
  }
  return toNumber(shown)
}

type Question = { number: number; field: string; text: string }
type Area = { id: number; title: string; targetLevel: number; weight: number; questions: Question[] }
type Step = {
  field: string
  to: number
  title: string
  effort: { days: [number, number] }
  needs: { field: string; level: number }[]
}

export type RecomputedPerson = {
  area?: string
  answers: Readonly<Record<string, number>>
  /** The notes and links that the person gave, by question. */
  shown?: Readonly<Record<string, string>>
}

/** Answers with level 4 or 5, and those that nobody showed. */
export type RecomputedEvidence = { without: number; of: number }

export type RecomputedArea = {
  title: string
  mean: number | null
  level: number | null
  target: number
  distance: number | null
  deviation: number | null
  unknownPercent: number
  /** Questions with an agreement of at most 0.50, of those that have one. */
  low: number
  measured: number
  evidence: RecomputedEvidence
}

export type RecomputedQuestion = {
  number: number
  field: string
  mean: number | null
  deviation: number | null
  agreement: number | null
  /** People at each option, from 1 to 6; empty where the question has no detail. */
  people: number[]
  evidence: RecomputedEvidence
}

export type RecomputedAction = {
  title: string
  kind: 'Averiguar' | 'Acordar' | 'Hacer' | 'Basta con empezar'
  field: string
  area: string
  reached: number | null
  goal: number | null
  impact: number | null
  effort: number | null
}

export type Recomputed = {
  people: number
  overall: { mean: number | null; deviation: number | null }
  areas: RecomputedArea[]
  questions: RecomputedQuestion[]
  groups: { name: string; people: number; means: (number | null)[] }[]
  actions: RecomputedAction[]
  /** Each person's exact mean of each area, and of all of them under 0. */
  levels: Map<number, (Fraction | null)[]>
}

const readContent = <Content>(path: string): Content => JSON.parse(readFileSync(`content/${path}`, 'utf8'))

/**
 * The results of people with a questionnaire of `content/`.
 * @param isConfidential then a question on which all agree, or which fewer than five people can place, has no detail and is in no figure.
 */
export function recomputeResults(
  questionnaireId: string,
  people: readonly RecomputedPerson[],
  { isConfidential = false } = {},
): Recomputed {
  const { sections } = readContent<{ sections: Area[] }>(`${questionnaireId}.es.json`)
  const given = (field: string) => people.flatMap(({ answers }) => answers[field] ?? [])
  const isShown = (field: string) =>
    !isConfidential || (new Set(given(field)).size > 1 && given(field).filter(isKnown).length >= 5)
  const ownMean = (person: RecomputedPerson, area: Area) =>
    meanOf(
      area.questions.flatMap(({ field }) => {
        const option = isShown(field) ? person.answers[field] : undefined
        return isKnown(option) ? [whole(option)] : []
      }),
    )
  const levels = new Map(sections.map(area => [area.id, people.map(person => ownMean(person, area))]))
  levels.set(
    0,
    people.map((_, index) => meanOf(sections.flatMap(({ id }) => levels.get(id)?.[index] ?? []))),
  )
  const known = (id: number) => (levels.get(id) ?? []).filter(level => level !== null)
  const figure = (values: readonly Fraction[]) => {
    const mean = meanOf(values)
    return mean === null
      ? { mean: null, deviation: null }
      : { mean: levelFigure(mean), deviation: deviationFigure(values) }
  }
  const questions = sections.flatMap(area =>
    area.questions.map(({ number, field }): RecomputedQuestion => {
      const options = isShown(field) ? given(field) : []
      const placed = options.filter(isKnown)
      return {
        number,
        field,
        ...figure(placed.map(whole)),
        agreement: agreementFigure(placed),
        people: options.length === 0 ? [] : [1, 2, 3, 4, 5, 6].map(level => options.filter(o => o === level).length),
        evidence: evidenceOf(people, [field]),
      }
    }),
  )
  const areas = sections.map((area): RecomputedArea => {
    const own = questions.filter(({ field }) => area.questions.some(each => each.field === field))
    const { mean, deviation } = figure(known(area.id))
    const options = area.questions.flatMap(({ field }) => (isShown(field) ? given(field) : []))
    const agreements = own.flatMap(({ agreement }) => agreement ?? [])
    return {
      title: area.title,
      mean,
      level: mean === null ? null : Math.floor(mean),
      target: area.targetLevel,
      distance: mean === null ? null : Math.max(0, Math.round(10 * (area.targetLevel - mean)) / 10),
      deviation,
      unknownPercent: percentOf(options.filter(option => option === 6).length, options.length),
      low: agreements.filter(agreement => agreement <= 0.5).length,
      measured: agreements.length,
      evidence: evidenceOf(
        people,
        area.questions.map(({ field }) => field),
      ),
    }
  })
  const groups = [...new Set(people.flatMap(({ area }) => area ?? []))].map(name => {
    const members = people.flatMap((person, index) => (person.area === name ? [index] : []))
    const means = [0, ...sections.map(({ id }) => id)].map(
      id => figure(members.flatMap(index => levels.get(id)?.[index] ?? [])).mean,
    )
    return { name, people: members.length, means }
  })
  const actions = recomputePlan(questionnaireId, sections, field => (isShown(field) ? given(field) : []), people.length)
  return { people: people.length, overall: figure(known(0)), areas, questions, groups, actions, levels }
}

/** Each person's answers to these questions that claim a high level, one by one. */
function evidenceOf(people: readonly RecomputedPerson[], fields: readonly string[]): RecomputedEvidence {
  const claims = people.flatMap(({ answers, shown = {} }) =>
    fields.filter(field => (answers[field] ?? 0) > 3 && answers[field] !== 6).map(field => Boolean(shown[field])),
  )
  return { without: claims.filter(isShown => !isShown).length, of: claims.length }
}

type Candidate = RecomputedAction & { area: string; priority: number; mean: number; number: number; needs: string[] }

/** What to do: at most three of an area and twelve in all, each after what it needs. */
function recomputePlan(
  questionnaireId: string,
  sections: readonly Area[],
  given: (field: string) => readonly number[],
  people: number,
): RecomputedAction[] {
  const { steps } = readContent<{ steps: Step[] }>(`plan/${questionnaireId}.es.json`)
  const reachedOf = (field: string) => {
    const line = given(field)
      .filter(isKnown)
      .toSorted((a, b) => b - a)
    return line[Math.ceil((3 * line.length) / 5) - 1] ?? null
  }
  const candidates = sections.flatMap(({ title: area, targetLevel, weight, questions }) =>
    questions.flatMap(({ field, text, number }): Candidate[] => {
      const options = given(field)
      const placed = options.filter(isKnown)
      if (options.length === 0) return []
      const reached = reachedOf(field)
      const kind = kindOf(options, reached, targetLevel, people)
      if (kind === null) return []
      const goal = kind === 'Hacer' ? Math.max(3, (reached ?? 0) + 1) : null
      const step = steps.find(each => each.field === field && each.to === goal)
      const mean = meanOf(placed.map(whole)) ?? ZERO
      const gain = goal === null ? ZERO : minus(whole(goal), mean)
      return [
        {
          title: step?.title ?? text,
          kind,
          field,
          area,
          reached,
          goal,
          impact:
            goal === null
              ? null
              : roundExactly(over(times(isLess(gain, ZERO) ? ZERO : gain, whole(weight)), questions.length), 2),
          effort: step ? (step.effort.days[0] + step.effort.days[1]) / 2 : null,
          priority: weight * Math.max(0, targetLevel - (reached ?? 1)),
          mean: toNumber(mean),
          number,
          needs: (step?.needs ?? []).flatMap(need =>
            (reachedOf(need.field) ?? 0) < need.level && need.field !== field ? [need.field] : [],
          ),
        },
      ]
    }),
  )
  const ranked = candidates.sort((a, b) => b.priority - a.priority || a.mean - b.mean || a.number - b.number)
  const selected: Candidate[] = []
  for (const candidate of ranked) {
    if (selected.length < 12 && selected.filter(({ area }) => area === candidate.area).length < 3) {
      selected.push(candidate)
    }
  }
  const ordered: Candidate[] = []
  const place = (candidate: Candidate) => {
    if (ordered.includes(candidate)) return
    for (const need of candidate.needs) {
      const first = selected.find(({ field }) => field === need)
      if (first) place(first)
    }
    ordered.push(candidate)
  }
  for (const candidate of selected) place(candidate)
  return ordered.map(({ priority, mean, number, needs, ...action }) => action)
}

function kindOf(
  options: readonly number[],
  reached: number | null,
  target: number,
  people: number,
): RecomputedAction['kind'] | null {
  const placed = options.filter(isKnown)
  const share = (count: number, all: number): Fraction => over(whole(count), Math.max(1, all))
  const percent = (count: number): Fraction => over(whole(count), 100)
  if (!isLess(share(options.length - placed.length, options.length), percent(30))) return 'Averiguar'
  if (people > 1 && placed.length > 1) {
    const agreement = minus(whole(1), over(varianceOf(placed.map(whole)), 2))
    const low = share(placed.filter(option => option <= 2).length, placed.length)
    const high = share(placed.filter(option => option >= 4).length, placed.length)
    const isSplit = !isLess(low, percent(25)) && !isLess(high, percent(25))
    if (!isLess(percent(30), agreement) || (isLess(agreement, percent(50)) && isSplit)) return 'Acordar'
  }
  if (reached !== null && reached >= target) return null
  return target < 3 ? 'Basta con empezar' : 'Hacer'
}

/** A two-sided 95 % interval of a mean of differences, by Student's t. @param quantile the 97.5 % quantile for n − 1 degrees of freedom */
export function recomputeChange(
  before: readonly (Fraction | null)[],
  now: readonly (Fraction | null)[],
  quantile: number,
): { mean: number; low: number; high: number; up: number; down: number } {
  const differences = before.flatMap((one, index) => {
    const other = now[index]
    return one && other ? [minus(other, one)] : []
  })
  const { length } = differences
  const mean = toNumber(meanOf(differences) ?? ZERO)
  const sample = (toNumber(varianceOf(differences)) * length) / (length - 1)
  const half = quantile * Math.sqrt(sample / length)
  return {
    mean,
    low: mean - half,
    high: mean + half,
    up: differences.filter(difference => isLess(ZERO, difference)).length,
    down: differences.filter(difference => isLess(difference, ZERO)).length,
  }
}
