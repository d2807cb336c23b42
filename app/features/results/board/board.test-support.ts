import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { compare, type Measured } from '#app/features/results/change/compare.server.ts'
import { writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { countsFromTallies } from '#app/features/results/plan/plan-counts.ts'
import { tallyPeople } from '#tests/support/tallies.ts'

/** A name as long as they may be, of words that nobody can break well. */
const longName = (mark: number): string =>
  `${mark} Transformación organizacional e interoperabilidad institucio`.slice(0, 60)

type Asked = { questionnaire: Questionnaire; plan: QuestionnairePlan | undefined; groups: number; each: number }

/** A report of two measurements whose groups have names of 60 characters, as its page has it. */
export function longReport({ questionnaire, plan, groups, each }: Asked): ShownReport {
  const named = {
    ...questionnaire,
    sections: questionnaire.sections.map((section, at) => ({ ...section, title: longName(at + 1) })),
  }
  const fields = named.sections.flatMap(section => section.questions.map(({ field }) => field))
  const people = (step: number) =>
    Array.from({ length: groups * each }, (_, one) => ({
      area: longName(one % groups),
      position: 'analista',
      answers: Object.fromEntries(
        fields.map((field, at) => [field, 1 + ((step + at + (one % groups) + Math.floor(one / groups)) % 5)]),
      ),
    }))
  const measure = (step: number): Measured => {
    const tallies = tallyPeople(named, people(step))
    return {
      questionnaire: named,
      tallies,
      mode: 'nominative',
      figures: writeConsolidated(named, { ...tallies, texts: [] }, 'nominative'),
    }
  }
  const [earlier, now] = [measure(0), measure(1)]
  const baseline = {
    order_item_id: 'e',
    round_number: null,
    product: longName(0),
    order_number: 'ALH-0',
    measured_at: new Date('2025-11-20T15:00:00Z'),
    people: groups * each,
    common: null,
  }
  const tallies = tallyPeople(named, people(1))
  const { questions: _questions, ...shownPlan } = makePlan({
    questionnaire: named,
    plan,
    counts: countsFromTallies({ ...tallies, people: groups * each }, 'nominative'),
    people: groups * each,
    mode: 'nominative',
  })
  return {
    item: {
      id: 'i',
      product: longName(9),
      order_number: 'ALH-1',
      seats: groups * each,
      mode: 'nominative',
      measured_at: new Date('2026-11-20T15:00:00Z'),
      frozen: true,
    },
    participation: { seats: groups * each, invited: groups * each, started: null, completed: groups * each },
    waiting: 0,
    rounds: [],
    round: null,
    figures: now.figures,
    baselines: [],
    selected: null,
    comparison: compare(now, { ...earlier, baseline }, []),
    plan: shownPlan,
  }
}
