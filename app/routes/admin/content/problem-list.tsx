import { Link } from 'react-router'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { Alert } from '#app/ui/alert.tsx'

/** The anchor of a question in the editor, for links from problems. */
export const questionAnchor = (field: string): string => `campo-${field}`

/** Where a problem can be fixed. @param draft the editor's address, empty where it is open. */
const problemAddress = ({ section, field }: Problem, draft = ''): string =>
  `${draft}?seccion=${section ?? 0}${field === undefined ? '' : `#${questionAnchor(field)}`}`

type ProblemListProps = { problems: readonly Problem[]; draft?: string | undefined }

/** Why a draft can't be published, each with a link to its location. */
export function ProblemList({ problems, draft }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <Alert
      tone="warning"
      title={problems.length === 1 ? 'Falta una cosa para publicar' : `Faltan ${problems.length} cosas para publicar`}
    >
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may lack the same.
          <li key={index}>
            <Link to={problemAddress(problem, draft)} className="text-copper underline underline-offset-4">
              {problem.text}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
