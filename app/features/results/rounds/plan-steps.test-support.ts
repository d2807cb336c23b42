import { GOALS, type QuestionnairePlan, STARTS } from '#app/features/questionnaires/plan.ts'
import { listClosedQuestions, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'

/** A plan in which every step needs the next question on level 3, so that what one question says depends on another one's answers. */
export function stepsOf(questionnaire: Questionnaire): QuestionnairePlan {
  const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
  return {
    audience: 'team',
    note: '',
    steps: fields.flatMap((field, index) =>
      GOALS.map(to => ({
        field,
        to,
        title: `${field} a ${to}`,
        why: '',
        start: Object.fromEntries(STARTS[to].map(from => [from, `${field} desde ${from}`])),
        how: [],
        evidence: '',
        owner: { role: '', with: null, small: null },
        effort: { band: 'S' as const, days: [1, 2] as const, money: null },
        horizon: 30 as const,
        indicator: { name: '', formula: '', target: '', every: 'mes' as const },
        needs: fields.slice(index + 1, index + 2).map(needed => ({ field: needed, level: 3 as const, why: '' })),
      })),
    ),
    decisions: questionnaire.sections.map(({ id }) => ({ section: id, title: '', ask: '', when: '' })),
    facilitator: Object.fromEntries(fields.map(field => [field, `¿Qué ven en ${field}?`])),
  }
}
