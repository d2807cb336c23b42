import type {
  ClosedQuestion,
  OpenQuestion,
  Questionnaire,
  Section,
} from '#app/features/questionnaires/questionnaire.ts'
import { OPTION_ORDERS, PROPOSED_MODES } from './draft.ts'

/** One readable difference between two contents. */
export type Change = {
  /** 0 is the questionnaire as a whole. */
  section: number
  where: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before?: string | undefined
  after?: string | undefined
}

type Compared = Omit<Questionnaire, 'version'>

/** What publishing `after` would change compared to `before`, in reading order; version numbers are ignored. */
export function diffQuestionnaires(before: Compared | undefined, after: Compared): Change[] {
  if (!before) {
    return [{ section: 0, where: 'Cuestionario', kind: 'added', after: after.title }]
  }
  const sections = Array.from({ length: Math.max(before.sections.length, after.sections.length) }, (_, index) =>
    diffSections(index + 1, before.sections[index], after.sections[index]),
  )
  return [...diffWhole(before, after), ...sections.flat()]
}

/** The difference between two texts of one place. */
export function diffText(
  section: number,
  where: string,
  before: string | undefined,
  after: string | undefined,
): Change[] {
  if ((before ?? '') === (after ?? '')) return []
  if (!before) return [{ section, where, kind: 'added', after }]
  if (!after) return [{ section, where, kind: 'removed', before }]
  return [{ section, where, kind: 'changed', before, after }]
}

const optionOrder = ({ optionOrder }: Compared): string => OPTION_ORDERS[optionOrder ?? 'written']
const proposedMode = ({ resultMode }: Compared): string => PROPOSED_MODES[resultMode ?? 'nominative']
const minutes = ({ estimatedMinutes: { min, max } }: Compared): string => `${min} a ${max} minutos`
const colors = ({ colorRule, levels }: Compared): string =>
  [
    ...colorRule.map(({ min, color }) => `${color} desde ${min}`),
    ...levels.map(({ level, color }) => `${level} ${color}`),
  ].join(', ')

function diffWhole(before: Compared, after: Compared): Change[] {
  return [
    ...diffText(0, 'Título', before.title, after.title),
    ...diffText(0, 'Introducción', before.intro, after.intro),
    ...diffText(0, 'Nota legal', before.legalNote, after.legalNote),
    ...diffText(0, 'Orden de las opciones', optionOrder(before), optionOrder(after)),
    ...diffText(0, 'Modo propuesto', proposedMode(before), proposedMode(after)),
    ...diffText(0, 'Duración estimada', minutes(before), minutes(after)),
    ...diffText(0, 'Colores', colors(before), colors(after)),
    ...after.levels.flatMap((level, index) => [
      ...diffText(0, `Nivel ${level.level}, nombre`, before.levels[index]?.name, level.name),
      ...diffText(0, `Nivel ${level.level}, definición`, before.levels[index]?.definition, level.definition),
    ]),
  ]
}

function diffSections(number: number, before: Section | undefined, after: Section | undefined): Change[] {
  if (!after) return [{ section: number, where: `Sección ${number}`, kind: 'removed', before: before?.title }]
  const added: Change[] = before
    ? []
    : [{ section: number, where: `Sección ${number}`, kind: 'added', after: after.title }]
  const levels = Object.keys(after.recommendations)
  return [
    ...added,
    ...(before ? diffText(number, 'Título', before.title, after.title) : []),
    ...diffText(number, 'Emoji', before?.emoji, after.emoji),
    ...diffText(number, 'Descripción', before?.description, after.description),
    ...diffText(number, 'Nivel meta', before && String(before.targetLevel), String(after.targetLevel)),
    ...diffText(number, 'Importancia', before && String(before.weight), String(after.weight)),
    ...diffQuestions(number, before?.questions ?? [], after.questions, diffClosed),
    ...diffQuestions(number, before?.openQuestions ?? [], after.openQuestions, diffOpen),
    ...levels.flatMap(level =>
      diffText(
        number,
        `Recomendaciones del nivel ${level}`,
        before?.recommendations[level]?.join('\n'),
        after.recommendations[level]?.join('\n'),
      ),
    ),
  ]
}

type QuestionText = { field: string; text: string }

function diffQuestions<Question extends QuestionText>(
  section: number,
  before: readonly Question[],
  after: readonly Question[],
  within: (section: number, before: Question, after: Question) => Change[],
): Change[] {
  const known = new Map(before.map(question => [question.field, question]))
  const stays = (fields: readonly Question[], others: readonly Question[]) =>
    fields.map(({ field }) => field).filter(field => others.some(other => other.field === field))
  const [was, is] = [stays(before, after), stays(after, before)]
  const moved = is.join() === was.join() ? [] : is.filter((field, index) => field !== was[index])
  const gone = before.filter(({ field }) => !after.some(other => other.field === field))
  return [
    ...after.flatMap((question): Change[] => {
      const own = known.get(question.field)
      const where = `Pregunta ${question.field}`
      if (!own) return [{ section, where, kind: 'added', after: question.text }]
      const moves: Change[] = moved.includes(question.field)
        ? [{ section, where, kind: 'moved', after: question.text }]
        : []
      return [...moves, ...within(section, own, question)]
    }),
    ...gone.map(
      ({ field, text: requested }): Change => ({
        section,
        where: `Pregunta ${field}`,
        kind: 'removed',
        before: requested,
      }),
    ),
  ]
}

const diffClosed = (section: number, before: ClosedQuestion, after: ClosedQuestion): Change[] => [
  ...diffText(section, `Pregunta ${after.field}`, before.text, after.text),
  ...diffText(section, `Pregunta ${after.field}, ayuda`, before.help, after.help),
  ...after.options.flatMap((option, index) =>
    diffText(section, `Pregunta ${after.field}, opción ${index + 1}`, before.options[index], option),
  ),
]

const diffOpen = (section: number, before: OpenQuestion, after: OpenQuestion): Change[] => [
  ...diffText(section, `Pregunta ${after.field}`, before.text, after.text),
  ...diffText(section, `Pregunta ${after.field}, ejemplo`, before.placeholder, after.placeholder),
]
