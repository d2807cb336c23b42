import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { RoundAccount } from './detail.ts'

/** A questionnaire with so many closed questions per section, named q1, q2…, and an open one in each, o1, o2…. */
export function questionnaireOf(questions: readonly number[]): Questionnaire {
  let number = 0
  return {
    id: 'prueba',
    version: 1,
    title: 'Prueba',
    intro: '',
    estimatedMinutes: { min: 20, max: 30 },
    levels: [1, 2, 3, 4, 5].map(level => ({ level, name: `Nivel ${level}`, definition: '', color: 'yellow' as const })),
    colorRule: [{ min: 1, color: 'yellow' }],
    sections: questions.map((count, index) => ({
      id: index + 1,
      title: `Área ${index + 1}`,
      emoji: '',
      description: '',
      targetLevel: 3,
      weight: 1,
      questions: Array.from({ length: count }, () => {
        number += 1
        return { number, field: `q${number}`, text: `Pregunta ${number}`, options: ['1', '2', '3', '4', '5', 'No sé'] }
      }),
      openQuestions: [{ field: `o${index + 1}`, text: 'Abierta' }],
      recommendations: {},
    })),
  }
}

/** An account with these options of q1, q2…; its own person, of 'Ventas', unless something else is said. */
export function account(
  run_id: string,
  options: readonly (number | null)[],
  other: Partial<RoundAccount> = {},
): RoundAccount {
  const area = other.area ?? 'Ventas'
  const position = other.position ?? 'analista'
  return {
    run_id,
    person: run_id,
    area,
    position,
    area_name: area,
    position_name: position,
    options: new Map(options.map((option, index) => [`q${index + 1}`, option])),
    open_fields: [],
    ...other,
  }
}

export const accounts = (rows: readonly (readonly (number | null)[])[]): RoundAccount[] =>
  rows.map((options, index) => account(`p${index}`, options))
