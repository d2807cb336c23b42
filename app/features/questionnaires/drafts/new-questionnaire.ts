import { z } from 'zod'
import { slugFor } from '#app/features/catalogue/product-form.ts'
import { type LevelColor, TEXT_MAX } from '#app/features/questionnaires/questionnaire.ts'
import { choiceField, line } from '#app/kit/forms/fields.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { QUESTIONNAIRE_ID, type QuestionnaireDraft } from './draft.ts'

/** Maximum characters of an id, as in the table. */
const ID_MAX = 80

const COLORS: readonly LevelColor[] = ['red', 'red', 'yellow', 'green', 'green']

type LevelText = readonly [name: string, definition: string]

/** The names and definitions of the five levels that a new questionnaire can start with. */
const LEVEL_SETS = {
  organization: [
    ['Inicial', 'La práctica no existe o aparece solo como reacción a un problema.'],
    ['Repetible', 'La práctica aparece a veces o en parte, según el momento o la persona, sin una regla común.'],
    ['Definido', 'La práctica es habitual y sigue reglas acordadas, visibles y conocidas por todos.'],
    ['Medido', 'La práctica se controla con indicadores y metas, y los desvíos generan acciones con responsable.'],
    ['Optimizado', 'La práctica mejora de forma continua y se anticipa a los cambios.'],
  ],
  person: [
    ['Inicial', 'La conducta aparece de manera aislada, casi siempre como reacción a un problema.'],
    ['En desarrollo', 'La conducta aparece en algunas situaciones, sobre todo cuando hay tiempo o resulta fácil.'],
    ['Consistente', 'La conducta es un hábito: se repite con método y las demás personas la reconocen.'],
    ['Avanzado', 'La conducta se contrasta con evidencia u opiniones de otros y se ajusta según lo observado.'],
    ['Referente', 'La conducta se mantiene en contextos difíciles y ayuda a que otras personas la desarrollen.'],
  ],
  blank: [
    ['', ''],
    ['', ''],
    ['', ''],
    ['', ''],
    ['', ''],
  ],
} as const satisfies Record<string, readonly LevelText[]>

type LevelSet = keyof typeof LEVEL_SETS

/** The value of the choice to copy a questionnaire. */
const COPY = 'copy:'

const STARTS: { value: string; label: string }[] = [
  { value: 'organization', label: 'En blanco, con niveles de una organización: Inicial a Optimizado' },
  { value: 'person', label: 'En blanco, con niveles de una persona: Inicial a Referente' },
  { value: 'blank', label: 'En blanco, con niveles sin nombre' },
]

/** The form of a new questionnaire. @param others what can be copied. */
export const newQuestionnaireFields = (others: readonly { id: string; title: string }[]) => ({
  title: line({ label: 'Título', required: 'Escribe un título', max: TEXT_MAX, autoComplete: 'off' }),
  id: line({
    label: 'Identificador',
    optional: true,
    max: ID_MAX,
    hint: 'Minúsculas, números y guiones. Es parte de su dirección y no cambia después. Vacío, se forma con el título.',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  }),
  from: choiceField({
    label: 'Comenzar con',
    options: [...STARTS, ...others.map(({ id, title }) => ({ value: `${COPY}${id}`, label: `Copia de ${title}` }))],
    wrong: 'Elige con qué comenzar',
  }),
})

/** What a new questionnaire starts with: the named levels only, or everything of another. */
export type Start = { levels: LevelSet } | { copyOf: string }

export type NewQuestionnaire = { id: string; title: string; start: Start }

const isLevelSet = (from: string): from is LevelSet => Object.hasOwn(LEVEL_SETS, from)

/** Parses the form; an empty id follows from the title. */
export const newQuestionnaireForm = (others: readonly { id: string; title: string }[]) =>
  z
    .object(shapeOf(newQuestionnaireFields(others)))
    .transform(({ title, id: typed, from }, context): NewQuestionnaire => {
      const id = typed || slugFor(title)
      if (!QUESTIONNAIRE_ID.test(id)) {
        const message = 'Usa de 2 a 80 letras minúsculas sin tilde, números y guiones, y comienza con letra o número'
        context.addIssue({ code: 'custom', path: ['id'], message })
        return z.NEVER
      }
      return { id, title, start: isLevelSet(from) ? { levels: from } : { copyOf: from.slice(COPY.length) } }
    })

/** A questionnaire with nothing but its title and levels. */
export const blankQuestionnaire = (id: string, title: string, levels: LevelSet): QuestionnaireDraft => ({
  id,
  version: 1,
  locale: 'es-CL',
  title,
  intro: '',
  estimatedMinutes: { min: 1, max: 1 },
  levels: LEVEL_SETS[levels].map(([name, definition], index) => ({
    level: index + 1,
    name,
    definition,
    color: COLORS[index] ?? 'red',
  })),
  colorRule: [
    { min: 4, color: 'green' },
    { min: 3, color: 'yellow' },
    { min: 0, color: 'red' },
  ],
  sections: [],
})
