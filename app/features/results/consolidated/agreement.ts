import { countOf, inNumber, partOf } from '#app/kernel/format.ts'
import { rounded } from '#app/kernel/rounding.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { GroupTable } from './group-table.ts'
import { GROUPINGS } from './groupings.ts'
import { meanOfSums, type Sums, variance, withinGroupAgreement } from './tallies.ts'

/** Up to here a question has no agreement. */
export const NO_AGREEMENT = 0.3
/** Up to here its agreement is low. */
export const LOW_AGREEMENT = 0.5
/** Up to here it is medium, and above it high. */
const MEDIUM_AGREEMENT = 0.7

/**
 * What an agreement is called, by its highest value. LeBreton, J. M. and Senter, J. L. (2008), 'Answers to 20 questions about interrater
 * reliability and interrater agreement', Organizational Research Methods 11(4), 815–852, table 3.
 */
const AGREEMENT_BANDS = [
  { most: NO_AGREEMENT, word: 'Sin acuerdo' },
  { most: LOW_AGREEMENT, word: 'Acuerdo bajo' },
  { most: MEDIUM_AGREEMENT, word: 'Acuerdo medio' },
  { most: 0.9, word: 'Acuerdo alto' },
  { most: 1, word: 'Acuerdo muy alto' },
] as const

/** What an agreement of 0 to 1 is called. */
export const agreementWord = (agreement: number): string =>
  AGREEMENT_BANDS.find(({ most }) => agreement <= most)?.word ?? 'Acuerdo muy alto'

/** Two decimals, or as many more as it takes for the figure to be called what the exact one is: 0,304 is low agreement, 0,30 is none. */
export function shownFigure<Called>(exact: number, callIt: (figure: number) => Called): number {
  const figures = [2, 3, 4, 5, 6].map(decimals => rounded(exact, decimals))
  return figures.find(figure => callIt(figure) === callIt(exact)) ?? exact
}

/** The agreement of one question as it is shown; null where fewer than two people have a level, who can neither agree nor disagree. */
export function measureAgreement(sums: Sums): number | null {
  const agreement = sums.scored < 2 ? null : withinGroupAgreement(sums)
  return agreement === null ? null : shownFigure(agreement, agreementWord)
}

const decimals = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** `Acuerdo medio (0,62)`. */
export const agreementText = (agreement: number): string =>
  `${agreementWord(agreement)} (${decimals.format(agreement)})`

/** In how many questions people disagree. */
export type AgreementCount = {
  /** With low agreement or none: at most `LOW_AGREEMENT`. */
  low: number
  /** With an agreement that is shown. */
  measured: number
  questions: number
}

/** In how many of an area's questions people disagree, never a mean of their agreements. */
export const countAgreement = (questions: readonly { agreement: number | null }[]): AgreementCount => ({
  low: questions.filter(({ agreement }) => agreement !== null && agreement <= LOW_AGREEMENT).length,
  measured: questions.filter(({ agreement }) => agreement !== null).length,
  questions: questions.length,
})

/** `2 de 5 preguntas con acuerdo bajo`, and how many could not be measured; null where none could. */
export function agreementCountText({ low, measured, questions }: AgreementCount): string | null {
  if (measured === 0) return null
  const rest = questions - measured
  const counted =
    low > 0
      ? partOf(low, measured, 'pregunta', 'preguntas')
      : inNumber(measured, 'Ninguna pregunta', `Ninguna de ${countOf(measured, 'pregunta', 'preguntas')}`)
  return `${counted} con acuerdo bajo${rest === 0 ? '' : ` (${inNumber(rest, 'otra', `otras ${rest}`)} sin medir)`}`
}

/** Whether people have high agreement, or a very high one, in every question that is measured. */
export const allAgree = (questions: readonly { agreement: number | null }[]): boolean =>
  questions.some(({ agreement }) => agreement !== null) &&
  questions.every(({ agreement }) => agreement === null || agreement > MEDIUM_AGREEMENT)

export type Disagreement = { number: number; text: string; area: string; mean: number; agreement: number }

const DISAGREEMENTS = 5

type MeasuredSection = {
  title: string
  questions: readonly { number: number; text: string; mean: number | null; agreement: number | null }[]
}

/** The questions with the least agreement, at most five, of those in which it is low. */
export const findDisagreements = (sections: readonly MeasuredSection[]): Disagreement[] =>
  sections
    .flatMap(({ title: area, questions }) =>
      questions.flatMap(({ number, text, mean, agreement }) =>
        mean === null || agreement === null || agreement > LOW_AGREEMENT
          ? []
          : [{ number, text, area, mean, agreement }],
      ),
    )
    .toSorted((a, b) => a.agreement - b.agreement)
    .slice(0, DISAGREEMENTS)

/** From here on most of the variance lies between groups. With at least two groups of five it is never chance (F test, p < 0.05). */
const BETWEEN = 0.5
/** Below this groups hardly differ: it is where Cohen, J. (1988), 'Statistical power analysis', 2nd ed., chapter 8, calls an effect large. */
const WITHIN = 0.14

/** Whether people differ by their group, or as much inside of each; null from 0.14 to 0.5, of which nothing is said. */
export const placeDifference = (share: number): 'between' | 'within' | null =>
  share >= BETWEEN ? 'between' : share < WITHIN ? 'within' : null

type Group = { people: number; mean: number }

/**
 * η², the share of the people's variance that lies between their groups, as it is shown: 0 where all groups have the same mean, 1 where
 * everybody has the mean of their group.
 * @param squared the variance of all people of the groups.
 * @returns null where there are fewer than two groups, or nobody differs.
 */
export function shareBetween(groups: readonly Group[], squared: number): number | null {
  if (groups.length < 2 || squared <= 0) return null
  const people = groups.reduce((sum, group) => sum + group.people, 0)
  const whole = groups.reduce((sum, group) => sum + group.people * group.mean, 0) / people
  const between = groups.reduce((sum, group) => sum + group.people * (group.mean - whole) ** 2, 0) / people
  return shownFigure(rounded(Math.min(1, between / squared), 6), placeDifference)
}

/** The same share from the sums of groups. */
export function shareOfSums(groups: readonly Sums[]): number | null {
  const all = groups.reduce(
    (total, { scored, sum, squares }) => ({
      scored: total.scored + scored,
      sum: total.sum + sum,
      squares: total.squares + squares,
    }),
    { scored: 0, sum: 0, squares: 0 },
  )
  const measured = groups.flatMap(sums => {
    const mean = meanOfSums(sums)
    return mean === null ? [] : [{ people: sums.scored, mean }]
  })
  return shareBetween(measured, variance(all) ?? 0)
}

type Compared = Readonly<Record<'areas' | 'positions', Pick<GroupTable, 'by' | 'between'>>> & {
  sections: readonly { questions: readonly { agreement: number | null }[] }[]
}

/**
 * `La diferencia está entre áreas de la organización y dentro de cada cargo`; null where nothing can be said. Where people agree in every
 * question there is no difference to speak of inside of groups.
 * @param at 0 the general level, from 1 the questionnaire's areas in their order.
 */
export function differenceText(figures: Compared, at: number): string | null {
  const asked = at === 0 ? figures.sections : figures.sections.slice(at - 1, at)
  const agreed = allAgree(asked.flatMap(({ questions }) => questions))
  const places = ([figures.areas, figures.positions] as const).flatMap(({ by, between }) => {
    const share = between[at] ?? null
    const place = share === null ? null : placeDifference(share)
    return place === null || (place === 'within' && agreed) ? [] : [GROUPINGS[by][place]]
  })
  return places.length === 0 ? null : `La diferencia está ${places.join(' y ')}`
}

/** How agreement and differences between groups are computed, and by whom, in paragraphs for page and paper. */
export const agreementMethod = (mode: ResultMode): string[] => [
  'El acuerdo de una pregunta (r_WG) es 1 menos la varianza de los niveles dividida por 2, que es la varianza de niveles elegidos al azar (James, Demaree y Wolf, 1984): es 1 si todas las personas eligen el mismo nivel y 0 si las respuestas están tan repartidas como al azar, o más. Hasta 0,30 no hay acuerdo; hasta 0,50 es bajo; hasta 0,70, medio; hasta 0,90, alto; sobre 0,90, muy alto (LeBreton y Senter, 2008).',
  'De un área se dice cuántas de sus preguntas tienen acuerdo bajo, contando las que no tienen acuerdo: hasta 0,50.',
  'Eta cuadrado es la parte de la varianza que está entre los grupos. Desde 0,50, la mayor parte, se dice que la diferencia está entre ellos; bajo 0,14, desde donde Cohen (1988) llama grande a un efecto, que está dentro de cada uno. De 0,14 a 0,50 no se afirma nada.',
  mode === 'confidential'
    ? 'En esta compra, eta cuadrado se calcula solo con las cifras mostradas, y solo donde los grupos mostrados reúnen a todas las personas.'
    : 'Para eta cuadrado hacen falta al menos dos grupos, cada uno con cinco o más personas con nivel.',
]
