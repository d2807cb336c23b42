import type { Goal } from '#app/features/questionnaires/plan.ts'
import {
  type ClosedQuestion,
  DONT_KNOW_TEXT,
  type OpenQuestion,
  type Questionnaire,
  type Section,
} from '#app/features/questionnaires/questionnaire.ts'
import { optionsOfScale } from './scales.ts'

/** A questionnaire being edited: in the questionnaire format, but texts may be missing. */
export type QuestionnaireDraft = Questionnaire & { locale: 'es-CL' }

/**
 * A field that a questionnaire has ever published, with its section: answers are stored and compared under these names.
 */
export type PublishedField = { field: string; kind: 'closed' | 'open' /** From 1. */; section: number }

/** The id of a questionnaire, also in the table. */
export const QUESTIONNAIRE_ID = /^[a-z0-9][a-z0-9-]{1,79}$/

export const DRAFT_LIMITS = { sections: 30, questions: 40, openQuestions: 10, recommendations: 10 } as const

/** In which order respondents see the options of a question, in words; 'written' is a content without `optionOrder`. */
export const OPTION_ORDERS = {
  written: 'Como están escritas, del nivel 1 al 5',
  shuffled: 'Distinto para cada persona',
} as const

/** How a company's purchase is read unless its buyer chooses otherwise, in words; 'nominative' is a content without `resultMode`. */
export const PROPOSED_MODES = {
  nominative: 'Nominativo',
  confidential: 'Confidencial',
} as const

/** The fields of a questionnaire with the section of each. */
export const listFields = ({ sections }: Pick<Questionnaire, 'sections'>): PublishedField[] =>
  sections.flatMap((section, index) => [
    ...section.questions.map(({ field }) => ({ field, kind: 'closed' as const, section: index + 1 })),
    ...section.openQuestions.map(({ field }) => ({ field, kind: 'open' as const, section: index + 1 })),
  ])

/** The fields of the closed questions, in their order. */
export const closedFields = ({ sections }: Pick<Questionnaire, 'sections'>): string[] =>
  sections.flatMap(({ questions }) => questions.map(({ field }) => field))

/** Field names that several questions share, which forms and answers could not distinguish. */
export function repeatedFields(content: Pick<Questionnaire, 'sections'>): string[] {
  const names = listFields(content).map(({ field }) => field)
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** Numbers sections and questions by their position. Fields keep their names: answers are stored under them. */
export function renumber<Content extends Pick<Questionnaire, 'sections'>>(content: Content): Content {
  let number = 0
  const sections = content.sections.map((section, index) => ({
    ...section,
    id: index + 1,
    questions: section.questions.map(question => {
      number += 1
      return { ...question, number }
    }),
  }))
  return { ...content, sections }
}

/** A structural change of a draft, as opposed to its texts. */
export type DraftStep =
  | { kind: 'add-question' | 'add-open' | 'remove-section' | 'section-up' | 'section-down'; section: number }
  | { kind: 'add-section' }
  | { kind: 'remove' | 'copy' | 'up' | 'down'; section: number; field: string }
  /** To the end of another section. */
  | { kind: 'move'; section: number; field: string; to: number }
  /** Gives a question the options of a scale. */
  | { kind: 'scale'; section: number; field: string; scale: string }
  /** Of the plan: the step of a question to a level. */
  | { kind: 'add-step' | 'remove-step'; section: number; field: string; to: Goal }

const newSection = (): Section => ({
  id: 0,
  title: '',
  emoji: '📋',
  description: '',
  targetLevel: 3,
  weight: 1,
  questions: [],
  openQuestions: [],
  recommendations: { 1: [], 2: [], 3: [], 4: [], 5: [] },
})

/** A name that no question of this questionnaire has or ever had. */
function newField(taken: readonly string[], prefix: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = prefix(number)
    if (!taken.includes(name)) return name
  }
}

function newClosedField(taken: readonly string[]): string {
  const highest = Math.max(0, ...taken.map(field => Number(/^q(\d+)_/.exec(field)?.[1] ?? 0)))
  return `q${highest + 1}_pregunta`
}

const newOpenField = (taken: readonly string[]): string => newField(taken, number => `abierta_${number}`)

const newQuestion = (taken: readonly string[]): ClosedQuestion => ({
  number: 0,
  field: newClosedField(taken),
  text: '',
  options: ['', '', '', '', '', DONT_KNOW_TEXT],
})

const newOpenQuestion = (taken: readonly string[]): OpenQuestion => ({
  field: newOpenField(taken),
  text: '',
})

function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const to = from + by
  const [mine, other] = [items[from], items[to]]
  if (mine === undefined || other === undefined) return [...items]
  return items.map((item, index) => (index === from ? other : index === to ? mine : item))
}

const movedField = <Item extends { field: string }>(items: readonly Item[], field: string, by: -1 | 1): Item[] => {
  const from = items.findIndex(item => item.field === field)
  return from === -1 ? [...items] : moved(items, from, by)
}

/** A draft after one step. @param published the fields of all versions, whose names are never reused. */
export function takeStep<Draft extends Pick<Questionnaire, 'sections'>>(
  draft: Draft,
  step: DraftStep,
  published: readonly PublishedField[],
): Draft {
  const taken = [...listFields(draft), ...published].map(({ field }) => field)
  const inSection = (number: number, change: (section: Section) => Section) =>
    draft.sections.map((section, index) => (index === number - 1 ? change(section) : section))
  const sections = ((): readonly Section[] => {
    switch (step.kind) {
      case 'add-section':
        return [...draft.sections, { ...newSection(), questions: [newQuestion(taken)] }]
      case 'remove-section':
        return draft.sections.filter((_, index) => index !== step.section - 1)
      case 'section-up':
        return moved(draft.sections, step.section - 1, -1)
      case 'section-down':
        return moved(draft.sections, step.section - 1, 1)
      case 'add-question':
        return inSection(step.section, section => ({
          ...section,
          questions: [...section.questions, newQuestion(taken)],
        }))
      case 'add-open':
        return inSection(step.section, section => ({
          ...section,
          openQuestions: [...section.openQuestions, newOpenQuestion(taken)],
        }))
      case 'remove':
        return inSection(step.section, section => ({
          ...section,
          questions: section.questions.filter(({ field }) => field !== step.field),
          openQuestions: section.openQuestions.filter(({ field }) => field !== step.field),
        }))
      case 'move': {
        const from = draft.sections[step.section - 1]
        if (!from || !draft.sections[step.to - 1] || step.to === step.section) return draft.sections
        const isMoved = ({ field }: { field: string }) => field === step.field
        return draft.sections.map((section, index) => {
          const isTarget = index === step.to - 1
          const keep = <Item extends { field: string }>(own: readonly Item[], theirs: readonly Item[]) => [
            ...own.filter(item => section !== from || !isMoved(item)),
            ...(isTarget ? theirs.filter(isMoved) : []),
          ]
          return {
            ...section,
            questions: keep(section.questions, from.questions),
            openQuestions: keep(section.openQuestions, from.openQuestions),
          }
        })
      }
      case 'scale': {
        const options = optionsOfScale(draft, step.scale)
        if (!options) return draft.sections
        return inSection(step.section, section => ({
          ...section,
          questions: section.questions.map(question =>
            question.field === step.field ? { ...question, options } : question,
          ),
        }))
      }
      case 'copy': {
        const copied = <Item extends { field: string }>(items: readonly Item[], name: string): Item[] =>
          items.flatMap(item => (item.field === step.field ? [item, { ...item, field: name }] : [item]))
        return inSection(step.section, section => ({
          ...section,
          questions: copied(section.questions, newClosedField(taken)),
          openQuestions: copied(section.openQuestions, newOpenField(taken)),
        }))
      }
      case 'up':
      case 'down': {
        const by = step.kind === 'up' ? -1 : 1
        return inSection(step.section, section => ({
          ...section,
          questions: movedField(section.questions, step.field, by),
          openQuestions: movedField(section.openQuestions, step.field, by),
        }))
      }
      case 'add-step':
      case 'remove-step':
        return draft.sections
    }
  })()
  return renumber({ ...draft, sections })
}
