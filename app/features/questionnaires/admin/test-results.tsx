import type { Answers, Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { RespondentValues } from '#app/features/questionnaires/respondent.ts'
import { writeReport } from '#app/features/results/report.ts'
import { ResultReport } from '#app/features/results/result-report.tsx'
import { Button } from '#app/kit/ui/button.tsx'

type TestResultsProps = {
  questionnaire: Questionnaire
  answers: Answers
  person: RespondentValues
  onAgain: () => void
}

/** The charts tell areas apart by their names, which a draft's may lack or share. */
const named = (questionnaire: Questionnaire): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map((section, index, all) => {
    const { id, title } = section
    const isOwn = title !== '' && all.findIndex(other => other.title === title) === index
    return { ...section, title: isOwn ? title : `Sección ${id}${title && `: ${title}`}` }
  }),
})

/** The results of a test, as the buyer would see them. */
export function TestResults({ questionnaire, answers, person, onAgain }: TestResultsProps) {
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
      <ResultReport
        results={{
          access_id: '',
          item_id: '',
          product: questionnaire.title,
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
          report: writeReport(named(questionnaire), answers),
        }}
      />
    </section>
  )
}
