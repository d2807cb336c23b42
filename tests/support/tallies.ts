import { type Answers, DONT_KNOW, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { Sums, Tallies } from '#app/features/results/consolidated/tallies.ts'

export type AnsweringPerson = { answers: Answers; area?: string; position?: string }

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

/** A person's mean of each section, by its number, and the overall one under 0. Undefined without a level. */
function meansOf({ sections }: Questionnaire, answers: Answers): Map<number, number | undefined> {
  const means = new Map<number, number | undefined>()
  for (const { id, questions } of sections) {
    const options = questions.map(({ field }) => answers[field]).filter(value => typeof value === 'number')
    means.set(id, mean(options.filter(option => option !== DONT_KNOW)))
  }
  means.set(0, mean([...means.values()].filter(value => value !== undefined)))
  return means
}

function sums(values: readonly (number | undefined)[]): Sums {
  const scored = values.filter(value => value !== undefined)
  return {
    scored: scored.length,
    sum: scored.reduce((total, value) => total + value, 0),
    squares: scored.reduce((total, value) => total + value ** 2, 0),
  }
}

/** Counts one by one what the database counts, as a reference for its statement and to write examples. */
export function tallyPeople(questionnaire: Questionnaire, people: readonly AnsweringPerson[]): Tallies {
  const means = people.map(person => ({ ...person, means: meansOf(questionnaire, person.answers) }))
  const numbers = questionnaire.sections.map(({ id }) => id)
  const fields = questionnaire.sections.flatMap(section => section.questions.map(({ field }) => field))
  const groups = (['area', 'position'] as const).flatMap(by =>
    [...Map.groupBy(means, person => person[by] ?? '')].flatMap(([name, members]) =>
      name === ''
        ? []
        : [0, ...numbers].map(section => ({
            by,
            name,
            section,
            people: members.length,
            ...sums(members.map(member => member.means.get(section))),
          })),
    ),
  )
  return {
    people: people.length,
    overall: sums(means.map(person => person.means.get(0))),
    sections: numbers.map(section => ({ section, ...sums(means.map(person => person.means.get(section))) })),
    options: fields.flatMap(field =>
      [1, 2, 3, 4, 5, 6].flatMap(option => {
        const selected = people.filter(person => person.answers[field] === option).length
        return selected === 0 ? [] : [{ field, option, people: selected }]
      }),
    ),
    evidence: fields.flatMap(field => {
      const shown = people.filter(
        ({ answers }) =>
          (answers[field] === 4 || answers[field] === 5) &&
          ['note', 'link'].some(part => String(answers[`${field}:${part}`] ?? '').trim() !== ''),
      ).length
      return shown === 0 ? [] : [{ field, people: shown }]
    }),
    groups,
    texts: [],
  }
}
