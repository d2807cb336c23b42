import { DONT_KNOW_TEXT, OPTION_COUNT, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { cutText, isLonger } from '#app/kernel/text.ts'

/** Options from the lowest to the highest level, without the last one, which is the same everywhere. */
type Points = readonly string[]
const POINTS = OPTION_COUNT - 1

/** Scales that any questionnaire can use, by their key. */
const COMMON: Readonly<Record<string, { name: string; points: Points }>> = {
  frecuencia: { name: 'Frecuencia', points: ['Nunca', 'Casi nunca', 'A veces', 'Casi siempre', 'Siempre'] },
  acuerdo: {
    name: 'Acuerdo',
    points: ['Muy en desacuerdo', 'En desacuerdo', 'Ni de acuerdo ni en desacuerdo', 'De acuerdo', 'Muy de acuerdo'],
  },
  avance: {
    name: 'Avance',
    points: ['No se hace', 'Se está comenzando', 'Se hace en parte', 'Se hace casi siempre', 'Se hace y se mejora'],
  },
}

/** Options that questions of one questionnaire share. It has no name: it is what its questions say. */
export type Scale = {
  points: Points
  /** The questions that use it, in order. */
  questions: { field: string; number: number }[]
}

type Scaled = Pick<Questionnaire, 'sections'>

/** The complete scales in use, each once, in the order of their first questions. */
export function listScales({ sections }: Scaled): Scale[] {
  const scales = new Map<string, Scale>()
  for (const { field, number, options } of sections.flatMap(section => [...section.questions])) {
    const points = options.slice(0, POINTS)
    if (points.some(point => point.trim() === '')) continue
    const key = JSON.stringify(points)
    const scale = scales.get(key) ?? { points, questions: [] }
    scale.questions.push({ field, number })
    scales.set(key, scale)
  }
  return [...scales.values()]
}

/** The scales that several questions use. */
export const sharedScales = (content: Scaled): Scale[] =>
  listScales(content).filter(({ questions }) => questions.length > 1)

/**
 * The scales to choose from in a section (from 1): the common ones, then those that several questions or one of its own
 * use, by their first question.
 */
export const scaleChoices = (content: Scaled, section: number): { value: string; label: string }[] => [
  ...Object.entries(COMMON).map(([value, { name, points }]) => ({ value, label: `${name}: ${describeEnds(points)}` })),
  ...listScales(content).flatMap(({ points, questions: [first, second] }) =>
    first && (second || isIn(content, section, first.field))
      ? [{ value: first.field, label: `Como la pregunta ${first.number}: ${describeEnds(points)}` }]
      : [],
  ),
]

const isIn = ({ sections }: Scaled, section: number, field: string): boolean =>
  sections[section - 1]?.questions.some(question => question.field === field) ?? false

/** Characters of an option in a label. */
const SHOWN = 30
const short = (text = ''): string => (isLonger(text, SHOWN) ? `${cutText(text, SHOWN).trim()}…` : text)
const describeEnds = (points: Points): string => `${short(points[0])} a ${short(points.at(-1))}`

/** The options of a selected scale; undefined for an unknown one. */
export function optionsOfScale(content: Scaled, selected: string): string[] | undefined {
  const common = Object.hasOwn(COMMON, selected) ? COMMON[selected] : undefined
  if (common) return [...common.points, DONT_KNOW_TEXT]
  const same = content.sections.flatMap(section => [...section.questions]).find(({ field }) => field === selected)
  return same && [...same.options]
}

/** The name of a scale's control, by its position in the form, from 0. */
export const scaleControl = (scale: number, part: number | 'questions'): string => `scale.${scale}.${part}`

/**
 * The questions with the scales of a form. The form names the questions of each scale: two scales that are the same for
 * a moment, while one is being typed, stay two.
 */
export function withScales<Content extends Scaled>(
  content: Content,
  form: Readonly<Record<string, string>>,
  clean: (typed: string | undefined, before: string) => string,
): Content {
  const scaleByField = new Map<string, number>()
  for (let scale = 0; form[scaleControl(scale, 'questions')] !== undefined; scale += 1) {
    for (const field of (form[scaleControl(scale, 'questions')] ?? '').split(' ')) scaleByField.set(field, scale)
  }
  if (scaleByField.size === 0) return content
  const sections = content.sections.map(section => ({
    ...section,
    questions: section.questions.map(question => {
      const scale = scaleByField.get(question.field)
      if (scale === undefined) return question
      const options = question.options.map((option, index) =>
        index < POINTS ? clean(form[scaleControl(scale, index + 1)], option) : option,
      )
      return { ...question, options }
    }),
  }))
  return { ...content, sections }
}
