import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DONT_KNOW_TEXT } from '#app/features/questionnaires/questionnaire.ts'
import { listFields, type QuestionnaireDraft, takeStep } from './draft.ts'
import { draftProblems } from './draft-problems.ts'
import { draftForm, draftSchema, readDraftForm } from './draft-schema.server.ts'
import { blankQuestionnaire, newQuestionnaireForm } from './new-questionnaire.ts'
import { listScales, optionsOfScale, scaleChoices, sharedScales } from './scales.ts'

const OTHERS = [{ id: 'agilidad', title: 'Agilidad' }]
const agilidad: QuestionnaireDraft = draftSchema.parse(JSON.parse(await readFile('content/agilidad.es.json', 'utf8')))
const problemsOf = (draft: QuestionnaireDraft) => draftProblems(draft, [])
const reasonAt = (draft: QuestionnaireDraft, control: string) =>
  problemsOf(draft).find(problem => problem.control === control)?.reason

/** Two sections with one and two questions, without texts. */
const empty = [{ kind: 'add-section' }, { kind: 'add-section' }, { kind: 'add-question', section: 2 }] as const
const begun = empty.reduce(
  (draft, step) => takeStep(draft, step, []),
  blankQuestionnaire('ventas', 'Ventas', 'organization'),
)

describe('the form of a new questionnaire', () => {
  const read = (form: Record<string, string>) => {
    const parsed = newQuestionnaireForm(OTHERS).safeParse({ title: 'Gestión de Ventas', id: '', ...form })
    return parsed.success ? parsed.data : parsed.error.issues.map(({ path }) => path.join('.'))
  }

  it('forms the id with the title, and takes the typed one', () => {
    expect(read({ from: 'person' })).toEqual({
      id: 'gestion-de-ventas',
      title: 'Gestión de Ventas',
      start: { levels: 'person' },
    })
    expect(read({ from: 'copy:agilidad', id: 'ventas' })).toMatchObject({ id: 'ventas', start: { copyOf: 'agilidad' } })
  })

  it.each([
    ['title', { title: '  ', from: 'blank' }],
    ['id', { id: 'Con Mayúsculas', from: 'blank' }],
    ['id', { title: '¿?', from: 'blank' }],
    ['from', { from: 'copy:otro' }],
    ['from', { from: 'toString' }],
    ['from', {}],
  ])('refuses %s in %j', (field, form) => {
    expect(read(form)).toEqual([field])
  })
})

describe('the problems of a blank questionnaire', () => {
  it('are what is missing, each with the control that mends it', () => {
    const blank = blankQuestionnaire('ventas', 'Ventas', 'organization')
    expect(problemsOf(blank).map(({ control }) => control)).toEqual(['intro', undefined])
    expect(reasonAt(blankQuestionnaire('ventas', 'Ventas', 'blank'), 'level.2.name')).toBe('Falta el texto.')
    expect(problemsOf(begun).filter(({ section }) => section === 2)).toContainEqual({
      section: 2,
      field: 'q3_pregunta',
      text: 'Sección 2, pregunta 2, opción 4: falta el texto.',
      control: 'q3_pregunta.option.4',
      reason: 'Falta el texto.',
    })
    expect(reasonAt(begun, 'recommendations.3')).toBe('Escribe al menos una, en su propia línea.')
  })

  it('are none of a complete questionnaire', () => {
    expect(problemsOf(agilidad)).toEqual([])
  })

  it('name repeated options and areas', () => {
    const [one, two, ...rest] = agilidad.sections
    const [question, ...questions] = one?.questions ?? []
    if (!one || !two || !question) throw new Error('The questionnaire has no sections')
    const [first = '', , ...options] = question.options
    const changed: QuestionnaireDraft = {
      ...agilidad,
      sections: [
        { ...one, questions: [{ ...question, options: [first, first, ...options] }, ...questions] },
        { ...two, title: one.title },
        ...rest,
      ],
    }
    expect(problemsOf(changed).map(({ control, reason }) => [control, reason])).toEqual([
      ['title', 'Es el mismo de la sección 1.'],
      [`${question.field}.option.2`, 'Dice lo mismo que la opción 1.'],
    ])
  })
})

describe('moving a question to another section', () => {
  it('puts it at the end, under its name, and numbers all again', () => {
    const moved = takeStep(begun, { kind: 'move', section: 1, field: 'q1_pregunta', to: 2 }, [])
    expect(listFields(moved)).toEqual(
      ['q2_pregunta', 'q3_pregunta', 'q1_pregunta'].map(field => ({ field, kind: 'closed', section: 2 })),
    )
    expect(moved.sections[1]?.questions.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it.each([0, 3, 1.5, Number.NaN, 2])('to section %s changes nothing', to => {
    expect(takeStep(begun, { kind: 'move', section: 2, field: 'q2_pregunta', to }, [])).toEqual(begun)
  })

  it('is read from the form with its target', () => {
    const form = { section: '1', revision: '4', intent: 'move:q1_pregunta', 'q1_pregunta.to': '2' }
    expect(draftForm.parse(form)).toEqual({
      section: 1,
      revision: 4,
      step: { kind: 'move', section: 1, field: 'q1_pregunta', to: 2 },
    })
  })
})

describe('a scale', () => {
  const use = (draft: QuestionnaireDraft, section: number, field: string, scale: string) =>
    takeStep(draft, { kind: 'scale', section, field, scale }, [])
  const shared = use(use(begun, 1, 'q1_pregunta', 'frecuencia'), 2, 'q3_pregunta', 'q1_pregunta')

  it('is a common one, or that of another question', () => {
    expect(listScales(begun)).toEqual([])
    expect(listScales(shared)).toEqual([
      {
        points: ['Nunca', 'Casi nunca', 'A veces', 'Casi siempre', 'Siempre'],
        questions: [
          { field: 'q1_pregunta', number: 1 },
          { field: 'q3_pregunta', number: 3 },
        ],
      },
    ])
    expect(shared.sections[0]?.questions[0]?.options.at(-1)).toBe(DONT_KNOW_TEXT)
    expect(scaleChoices(shared, 2).map(({ value }) => value)).toEqual([
      'frecuencia',
      'acuerdo',
      'avance',
      'q1_pregunta',
    ])
  })

  it('of one question alone is offered in its own section', () => {
    const alone = use(begun, 1, 'q1_pregunta', 'acuerdo')
    expect(sharedScales(alone)).toEqual([])
    expect(scaleChoices(alone, 1).at(-1)).toEqual({
      value: 'q1_pregunta',
      label: 'Como la pregunta 1: Muy en desacuerdo a Muy de acuerdo',
    })
    expect(scaleChoices(alone, 2).map(({ value }) => value)).not.toContain('q1_pregunta')
  })

  it.each(['', 'otra', 'toString'])('%j is unknown and changes nothing', scale => {
    expect(optionsOfScale(begun, scale)).toBeUndefined()
    expect(use(begun, 1, 'q1_pregunta', scale)).toEqual(begun)
  })

  it('is changed in all questions that use it, and stays apart from one that is the same for a moment', () => {
    const two = use(shared, 2, 'q2_pregunta', 'acuerdo')
    const scale = (index: number, questions: string, points: readonly string[]) =>
      Object.fromEntries([
        [`scale.${index}.questions`, questions],
        ...points.map((point, at) => [`scale.${index}.${at + 1}`, point]),
      ])
    const agreement = two.sections[1]?.questions[0]?.options.slice(0, 5) ?? []
    const same = { ...scale(0, 'q1_pregunta q3_pregunta', agreement), ...scale(1, 'q2_pregunta', agreement) }
    const merged = readDraftForm(two, 0, same, new Set())
    expect(listScales(merged)).toHaveLength(1)
    const apart = { ...same, ...scale(1, 'q2_pregunta otra', ['a', 'b', 'c', 'd', 'e']) }
    const changed = readDraftForm(merged, 0, apart, new Set())
    expect(listScales(changed).map(({ questions }) => questions.map(({ field }) => field))).toEqual([
      ['q1_pregunta', 'q3_pregunta'],
      ['q2_pregunta'],
    ])
    expect(changed.sections[1]?.questions[0]?.options).toEqual(['a', 'b', 'c', 'd', 'e', DONT_KNOW_TEXT])
  })
})
