import { z } from 'zod'
import { GOALS } from '#app/features/questionnaires/plan.ts'
import {
  FIELD_MAX,
  MAX_WEIGHT,
  OPTION_COUNT,
  type Section,
  TEXT_MAX,
} from '#app/features/questionnaires/questionnaire.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { isLonger, lengthOf, shorten } from '#app/kernel/text.ts'
import { withoutControls } from '#app/kit/forms/text.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'
import { DRAFT_LIMITS, type DraftStep, type QuestionnaireDraft, renumber } from './draft.ts'
import { withScales } from './scales.ts'

const text = z
  .string()
  .refine(typed => !isLonger(typed, TEXT_MAX))
  .transform(withoutControls)
const optional = text.optional()
const field = z.string().max(FIELD_MAX)
const level = z.int().min(1).max(5)
const weight = z.int().min(1).max(MAX_WEIGHT)
const color = z.enum(['green', 'yellow', 'red'])
const list = z.array(text).max(DRAFT_LIMITS.recommendations)

const section = z
  .strictObject({
    id: z.int(),
    title: text,
    emoji: text,
    description: text,
    // As in the questionnaire's own schema: read and left out.
    knowledgeArea: optional,
    targetLevel: level,
    weight: weight.default(1),
    questions: z
      .array(
        z.strictObject({ number: z.int(), field, text, help: optional, options: z.array(text).length(OPTION_COUNT) }),
      )
      .max(DRAFT_LIMITS.questions),
    openQuestions: z.array(z.strictObject({ field, text, placeholder: optional })).max(DRAFT_LIMITS.openQuestions),
    recommendations: z.strictObject({ 1: list, 2: list, 3: list, 4: list, 5: list }),
  })
  .transform(({ knowledgeArea, ...shown }) => shown)

/** Maximum characters of a stored draft (questionnaire_drafts.content). */
const DRAFT_MAX = 900_000

/** Why a draft can't grow to this size; undefined when it can. */
export function draftTooLarge(draft: QuestionnaireDraft): string | undefined {
  const { sections, questions, openQuestions } = DRAFT_LIMITS
  const fits =
    draft.sections.length <= sections &&
    draft.sections.every(own => own.questions.length <= questions && own.openQuestions.length <= openQuestions)
  if (!fits) {
    return `Un cuestionario puede tener hasta ${sections} secciones, cada una con ${questions} preguntas y ${openQuestions} abiertas.`
  }
  return JSON.stringify(draft).length > DRAFT_MAX ? 'El cuestionario es demasiado largo: acorta sus textos.' : undefined
}

/**
 * The minimum that a draft must fulfil to be stored and edited; draft-problems.ts decides whether it may be published.
 */
export const draftSchema = z.strictObject({
  id: z.string(),
  version: z.int(),
  locale: z.literal('es-CL'),
  title: text,
  intro: text,
  legalNote: optional,
  optionOrder: z.literal('shuffled').optional(),
  resultMode: z.literal('confidential').optional(),
  estimatedMinutes: z.strictObject({ min: z.int(), max: z.int() }),
  levels: z.array(z.strictObject({ level, name: text, definition: text, color })).length(5),
  colorRule: z.array(z.strictObject({ min: z.number(), color })).min(1),
  sections: z.array(section).max(DRAFT_LIMITS.sections),
}) satisfies z.ZodType<QuestionnaireDraft>

type Form = Readonly<Record<string, string>>

/**
 * Why a form can't be saved: a text, a field's name or a level's recommendations are more than fit. Undefined when they aren't.
 * What does not fit is refused before anything is read, because what is read keeps the text of before instead.
 */
export function draftTooLong(form: Form): string | undefined {
  for (const [name, typed] of Object.entries(form)) {
    const [, level] = /^recommendations\.(\d)$/.exec(name) ?? []
    const own = level === undefined ? [typed.replaceAll('\r\n', '\n')] : lines(withoutControls(typed))
    const { recommendations } = DRAFT_LIMITS
    if (level !== undefined && own.length > recommendations) {
      return `Con nivel ${level} hay ${own.length} recomendaciones y caben ${recommendations}. Quita una o únelas para guardar.`
    }
    if (name.endsWith('.field') && isLonger(typed.trim(), FIELD_MAX)) {
      return `El nombre de un campo tiene ${countOf(lengthOf(typed.trim()), 'carácter', 'caracteres')} y caben ${FIELD_MAX}. Acórtalo para guardar.`
    }
    const long = own.find(text => isLonger(text, TEXT_MAX))
    if (long !== undefined) {
      return `Un texto tiene ${countOf(lengthOf(long), 'carácter', 'caracteres')} y caben ${formatInteger(TEXT_MAX)}: «${shorten(long.trim(), 40)}». Acórtalo para guardar.`
    }
  }
  return undefined
}

const lines = (typed: string): string[] =>
  typed
    .split('\n')
    .map(line => line.trim())
    .filter((line, index, all) => line !== '' && all.indexOf(line) === index)

const clean = (typed: string | undefined, before: string): string => text.catch(before).parse(typed ?? before)
const cleanOptional = (typed: string | undefined, before: string | undefined): string | undefined =>
  typed === undefined ? before : clean(typed, before ?? '').trim() || undefined

/** A choice that the content names only where it is `other` than usual; parts of the editor that do not show it leave it as it is. */
const readChoice = <Other extends string>(
  selected: string | undefined,
  other: Other,
  before: Other | undefined,
): Other | undefined => (selected === undefined ? before : selected === other ? other : undefined)

/** The whole number in a field; 0, which can't be published, for anything else. */
const whole = (typed: string | undefined, before: number): number =>
  typed === undefined ? before : (readWhole(typed) ?? 0)

/**
 * A section with the values of a form, matched by the fields of its questions: what the form does not name stays
 * unchanged.
 */
function readSection(section: Section, form: Form, published: ReadonlySet<string>): Section {
  const renamed = (name: string): string => {
    const typed = form[`${name}.field`]?.trim().toLowerCase()
    return typed === undefined || typed === '' || published.has(name) ? name : typed
  }
  return {
    ...section,
    title: clean(form.title, section.title),
    emoji: clean(form.emoji, section.emoji),
    description: clean(form.description, section.description),
    targetLevel: level.catch(section.targetLevel).parse(whole(form.targetLevel, section.targetLevel)),
    weight: weight.catch(section.weight).parse(whole(form.weight, section.weight)),
    questions: section.questions.map(question => ({
      ...question,
      field: renamed(question.field),
      text: clean(form[`${question.field}.text`], question.text),
      help: cleanOptional(form[`${question.field}.help`], question.help),
      options: question.options.map((option, index) => clean(form[`${question.field}.option.${index + 1}`], option)),
    })),
    openQuestions: section.openQuestions.map(question => ({
      ...question,
      field: renamed(question.field),
      text: clean(form[`${question.field}.text`], question.text),
      placeholder: cleanOptional(form[`${question.field}.placeholder`], question.placeholder),
    })),
    recommendations: Object.fromEntries(
      Object.entries(section.recommendations).map(([reached, before]) => {
        const typed = form[`recommendations.${reached}`]
        return [reached, typed === undefined ? [...before] : lines(withoutControls(typed))]
      }),
    ),
  }
}

/**
 * A draft with the values of a form for one section, or for section 0, the questionnaire as a whole.
 * @param published names that may not change.
 */
export function readDraftForm(
  draft: QuestionnaireDraft,
  sectionNumber: number,
  form: Form,
  published: ReadonlySet<string>,
): QuestionnaireDraft {
  if (sectionNumber > 0) {
    const sections = draft.sections.map((section, index) =>
      index === sectionNumber - 1 ? readSection(section, form, published) : section,
    )
    return renumber({ ...draft, sections })
  }
  return {
    ...withScales(draft, form, clean),
    title: clean(form.title, draft.title),
    intro: clean(form.intro, draft.intro),
    legalNote: cleanOptional(form.legalNote, draft.legalNote),
    optionOrder: readChoice(form.optionOrder, 'shuffled', draft.optionOrder),
    resultMode: readChoice(form.resultMode, 'confidential', draft.resultMode),
    levels: draft.levels.map(own => ({
      ...own,
      name: clean(form[`level.${own.level}.name`], own.name),
      definition: clean(form[`level.${own.level}.definition`], own.definition),
    })),
  }
}

const target = {
  section: z.coerce.number().int().min(0).max(DRAFT_LIMITS.sections),
  revision: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
}

const steps = ['add-question', 'add-open', 'remove-section', 'section-up', 'section-down', 'add-section'] as const

/** What a form of the editor asks for. */
type DraftEdit = { section: number; revision: number; step: DraftStep | undefined }

/**
 * The editor's intents: `save`; `save-all` with the names of new questions, after which the page is reloaded; or a step
 * such as `up:q3_x` or `add-step:q3_x:4`. Each saves the typed values first. `move:q3_x` and `scale:q3_x` take what was selected beside them,
 * in `q3_x.to` and `q3_x.scale`.
 */
export const draftForm = z
  .looseObject({ ...target, intent: z.string().max(120) })
  .transform(({ intent, section, revision, ...form }, context): DraftEdit => {
    const input = { section, revision }
    const [kind = '', field, level] = intent.split(':')
    if (kind === 'save' || kind === 'save-all') return { ...input, step: undefined }
    const step = steps.find(known => known === kind)
    if (step) return { ...input, step: { kind: step, section } }
    if (field) {
      if (kind === 'move') return { ...input, step: { kind, section, field, to: Number(form[`${field}.to`]) } as const }
      if (kind === 'scale') {
        return { ...input, step: { kind, section, field, scale: String(form[`${field}.scale`]) } as const }
      }
      if (kind === 'add-step' || kind === 'remove-step') {
        const to = GOALS.find(goal => String(goal) === level)
        if (to !== undefined) return { ...input, step: { kind, section, field, to } as const }
      }
      if (kind === 'remove' || kind === 'copy' || kind === 'up' || kind === 'down') {
        return { ...input, step: { kind, section, field } as const }
      }
    }
    context.addIssue('unknown intent')
    return z.NEVER
  })
