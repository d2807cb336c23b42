import { planWithin } from '#app/features/questionnaires/drafts/draft-plan.ts'
import { hasContent } from '#app/features/questionnaires/drafts/plan-form.ts'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Answers, Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { RespondentValues } from '#app/features/questionnaires/respondent.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { countsFromAnswers } from '#app/features/results/plan/plan-counts.ts'
import { type ShownPlan, showPlan } from '#app/features/results/plan/plan-texts.ts'
import { writeReport } from '#app/features/results/report.ts'
import { ResultReport } from '#app/features/results/result-report.tsx'
import { Button } from '#app/kit/ui/button.tsx'

type TestResultsProps = {
  questionnaire: Questionnaire
  /** Its steps; undefined: it has none. */
  plan: QuestionnairePlan | undefined
  answers: Answers
  person: RespondentValues
  onAgain: () => void
}

/** The charts tell areas apart by their names, which a draft's may lack or share, and an action is called by its question or its step. */
const named = (questionnaire: Questionnaire): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map((section, index, all) => {
    const { id, title } = section
    const isOwn = title !== '' && all.findIndex(other => other.title === title) === index
    const questions = section.questions.map(question => ({ ...question, text: question.text || 'Sin texto' }))
    return { ...section, questions, title: isOwn ? title : `Sección ${id}${title && `: ${title}`}` }
  }),
})

/** The plan that these answers of one person give. What a draft has no text for is left out of it. */
function planOf(questionnaire: Questionnaire, written: QuestionnairePlan | undefined, answers: Answers): ShownPlan {
  const plan = written && planWithin(written, questionnaire)
  const steps = plan?.steps.map(step => ({
    ...step,
    title: step.title || 'Sin título',
    how: step.how.filter(text => text !== ''),
  }))
  return showPlan(
    makePlan({
      questionnaire,
      plan: plan && steps && hasContent(plan) ? { ...plan, steps } : undefined,
      counts: countsFromAnswers(questionnaire, answers),
      people: 1,
      mode: 'nominative',
    }),
  )
}

/** The results of a test with their plan, as the buyer would see them. */
export function TestResults({ questionnaire: tried, plan, answers, person, onAgain }: TestResultsProps) {
  const questionnaire = named(tried)
  const results = {
    access_id: '',
    item_id: '',
    product: tried.title,
    own: true,
    about_data: false,
    evaluee: {
      name: person.full_name,
      email: person.corporate_email,
      position: person.position,
      unit: person.organizational_unit,
      role: person.data_role,
      company: person.company_name,
    },
    duration: '—',
    date: '—',
    in_progress: false,
    closed_by_buyer: false,
    report: writeReport(questionnaire, answers),
    plan: planOf(questionnaire, plan, answers),
  }
  return (
    <section aria-labelledby="resultados" className="mx-auto mt-14 max-w-6xl border-t border-line pt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-6">
        <div>
          <h2 id="resultados" className="text-2xl">
            Resultados de la prueba
          </h2>
          <p className="mt-1 text-muted">Así los vería quien compró. Quien responde no los ve.</p>
        </div>
        <Button variant="secondary" onClick={onAgain}>
          Probar de nuevo
        </Button>
      </div>
      <ResultReport results={results} />
    </section>
  )
}
