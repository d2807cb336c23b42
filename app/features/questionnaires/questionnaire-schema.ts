import { z } from 'zod'
import { DRAFT_LIMITS, QUESTIONNAIRE_ID } from '#app/features/questionnaires/drafts/draft.ts'
import { DONT_KNOW_TEXT, MAX_WEIGHT, OPTION_COUNT, type Questionnaire, TEXT_MAX } from './questionnaire.ts'

const text = z.string().trim().min(1).max(TEXT_MAX)
const field = z.string().regex(/^[a-z][a-z0-9_]{1,79}$/)
const level = z.int().min(1).max(5)
const minutes = z.int().min(1).max(600)
const color = z.enum(['green', 'yellow', 'red'])

const closedQuestion = z.strictObject({
  number: z.int().min(1),
  field,
  text,
  help: text.optional(),
  options: z.array(text).length(OPTION_COUNT),
})

const openQuestion = z.strictObject({ field, text, placeholder: text.optional() })

const recommendations = z.array(text).min(1).max(DRAFT_LIMITS.recommendations)

const section = z
  .strictObject({
    id: z.int().min(1),
    title: text,
    emoji: text,
    description: text,
    // The files of content/ have a second name of the area, which nothing shows: an area is called by its title.
    knowledgeArea: text.optional(),
    targetLevel: level,
    // Files of earlier versions have none.
    weight: z.int().min(1).max(MAX_WEIGHT).default(1),
    questions: z.array(closedQuestion).min(1).max(DRAFT_LIMITS.questions),
    openQuestions: z.array(openQuestion).max(DRAFT_LIMITS.openQuestions),
    recommendations: z.strictObject({
      1: recommendations,
      2: recommendations,
      3: recommendations,
      4: recommendations,
      5: recommendations,
    }),
  })
  .transform(({ knowledgeArea, ...shown }) => shown)

const duplicates = (values: readonly unknown[]): unknown[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/**
 * The format of content/<id>.es.json with the code's assumptions: consecutive numbers, unique fields, ordered levels.
 */
export const questionnaireSchema = z
  .strictObject({
    id: z.string().regex(QUESTIONNAIRE_ID),
    version: z.int().min(1),
    locale: z.literal('es-CL'),
    title: text,
    intro: text,
    legalNote: text.optional(),
    optionOrder: z.literal('shuffled').optional(),
    resultMode: z.literal('confidential').optional(),
    estimatedMinutes: z.strictObject({ min: minutes, max: minutes }),
    levels: z.array(z.strictObject({ level, name: text, definition: text, color })).length(5),
    colorRule: z.array(z.strictObject({ min: z.number(), color })).min(1),
    sections: z.array(section).min(1).max(DRAFT_LIMITS.sections),
  })
  .superRefine(({ estimatedMinutes, levels, colorRule, sections }, context) => {
    const fields = sections.flatMap(({ questions, openQuestions }) =>
      [...questions, ...openQuestions].map(({ field }) => field),
    )
    const refuse = (message: string, shown: string, path: (string | number)[] = []) =>
      context.addIssue({ code: 'custom', message, path, params: { shown } })
    const twice = duplicates(fields).join(', ')
    if (twice !== '') refuse(`fields appear twice: ${twice}`, `hay campos repetidos: ${twice}`)
    if (estimatedMinutes.max < estimatedMinutes.min) {
      refuse('the maximum of minutes is below the minimum', 'debe ser igual o mayor que el mínimo', [
        'estimatedMinutes',
        'max',
      ])
    }
    if (sections.some(({ id }, index) => id !== index + 1)) {
      refuse('sections are not numbered from 1', 'las secciones no están numeradas desde 1')
    }
    if (levels.some(({ level }, index) => level !== index + 1)) {
      refuse('levels are not in order', 'los niveles no van del 1 al 5')
    }
    for (const [index, { title }] of sections.entries()) {
      const first = sections.findIndex(section => section.title.trim() === title.trim())
      if (first < index && title.trim() !== '') {
        const shown = `es el mismo de la sección ${first + 1}`
        refuse(`two areas are called ${title}`, shown, ['sections', index, 'title'])
      }
    }
    let count = 0
    for (const [section, { questions }] of sections.entries()) {
      for (const [index, { number, field, options }] of questions.entries()) {
        count += 1
        const path = ['sections', section, 'questions', index]
        // The number is a question's position; its field keeps its name when earlier questions are added or removed.
        if (number !== count) refuse(`${field} is not question ${count}`, `debe llevar el número ${count}`, path)
        if (!/^q\d+_/.test(field)) {
          refuse(`${field} names no closed question`, 'el campo de una pregunta cerrada comienza como q1_', path)
        }
        const second = options.findIndex((option, at) => option.trim() !== '' && options.indexOf(option) < at)
        if (second !== -1) {
          const shown = `dice lo mismo que la opción ${options.indexOf(options[second] ?? '') + 1}`
          refuse(`${field} offers an option twice`, shown, [...path, 'options', second])
        }
        if (options.at(-1) !== DONT_KNOW_TEXT) {
          refuse(`${field} lacks the way out`, `la opción ${OPTION_COUNT} debe ser «${DONT_KNOW_TEXT}»`, path)
        }
      }
    }
    for (const [section, { openQuestions }] of sections.entries()) {
      for (const [index, { field }] of openQuestions.entries()) {
        if (!/^q\d+_/.test(field)) continue
        const path = ['sections', section, 'openQuestions', index]
        refuse(`${field} names no open question`, 'el campo de una pregunta abierta no comienza como q1_', path)
      }
    }
    const minima = colorRule.map(({ min }) => min)
    if (minima.some((min, index) => index > 0 && min >= (minima[index - 1] ?? 0)) || minima.at(-1) !== 0) {
      const sent = 'los colores no van del nivel más alto hasta 0'
      refuse('colours do not go from the highest level down to 0', sent, ['colorRule'])
    }
  }) satisfies z.ZodType<Questionnaire>
