import { z } from 'zod'
import { type ClosedQuestion, OPTION_COUNT, type Questionnaire } from './questionnaire.ts'

const text = z.string().trim().min(1)
const field = z.string().regex(/^[a-z][a-z0-9_]{1,79}$/)
const level = z.int().min(1).max(5)
const color = z.enum(['green', 'yellow', 'red'])

const closedQuestion = z.strictObject({
  number: z.int().min(1),
  field,
  text,
  help: text.optional(),
  options: z.array(text).length(OPTION_COUNT),
})

const openQuestion = z.strictObject({ field, text, placeholder: text.optional() })

const section = z.strictObject({
  id: z.int().min(1),
  title: text,
  emoji: text,
  description: text,
  knowledgeArea: text,
  targetLevel: level,
  questions: z.array(closedQuestion).min(1),
  openQuestions: z.array(openQuestion),
  recommendations: z.strictObject({
    1: z.array(text).min(1),
    2: z.array(text).min(1),
    3: z.array(text).min(1),
    4: z.array(text).min(1),
    5: z.array(text).min(1),
  }),
})

const duplicates = (values: readonly unknown[]): unknown[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/** The format of content/<id>.es.json, with what the code relies on: numbers without gaps, fields once, levels in order. */
export const questionnaireSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{1,79}$/),
    version: z.int().min(1),
    locale: z.literal('es-CL'),
    title: text,
    intro: text,
    legalNote: text.optional(),
    estimatedMinutes: z.strictObject({ min: z.int().min(1), max: z.int().min(1) }),
    levels: z.array(z.strictObject({ level, name: text, definition: text, color })).length(5),
    colorRule: z.array(z.strictObject({ min: z.number(), color })).min(1),
    sections: z.array(section).min(1),
  })
  .superRefine(({ levels, colorRule, sections }, context) => {
    const questions: ClosedQuestion[] = sections.flatMap(({ questions }) => questions)
    const fields = sections.flatMap(({ questions, openQuestions }) =>
      [...questions, ...openQuestions].map(({ field }) => field),
    )
    const twice = duplicates(fields)
    if (twice.length > 0) context.addIssue(`fields appear twice: ${twice.join(', ')}`)
    if (sections.some(({ id }, index) => id !== index + 1)) context.addIssue('sections are not numbered from 1')
    if (levels.some(({ level }, index) => level !== index + 1)) context.addIssue('levels are not in order')
    for (const [index, { number, field, options }] of questions.entries()) {
      if (number !== index + 1 || !field.startsWith(`q${index + 1}_`))
        context.addIssue(`${field} is not question ${index + 1}`)
      if (new Set(options).size !== OPTION_COUNT) context.addIssue(`${field} offers an option twice`)
    }
    const minima = colorRule.map(({ min }) => min)
    if (minima.some((min, index) => index > 0 && min >= (minima[index - 1] ?? 0)) || minima.at(-1) !== 0) {
      context.addIssue('colours do not go from the highest level down to 0')
    }
  }) satisfies z.ZodType<Questionnaire>
