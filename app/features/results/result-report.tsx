import { PERSON_VIEWS } from './person-views/person-views.ts'
import { ResultHead } from './result-head.tsx'
import type { RunResults } from './results.ts'

/** All of one run's results on one page, as the test of a questionnaire shows them. */
export const ResultReport = ({ results }: { results: RunResults }) => (
  <div className="grid gap-6">
    <ResultHead result={results.report} plan={results.plan} />
    {PERSON_VIEWS.filter(({ has }) => has(results)).map(({ key, Content }) => (
      <Content key={key} results={results} />
    ))}
    {results.report.legalNote !== null && <p className="max-w-prose text-sm text-muted">{results.report.legalNote}</p>}
  </div>
)
