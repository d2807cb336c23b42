import { Link } from 'react-router'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { problemAddress } from './draft-parts.ts'

const summaryOf = (count: number): string =>
  count === 1 ? 'Falta una cosa para publicar' : `Faltan ${count} cosas para publicar`

/** Why a draft can't be published, each with a link to its location. @param draft the editor's address. */
export function ProblemList({ problems, draft }: { problems: readonly Problem[]; draft: string }) {
  if (problems.length === 0) return null
  return (
    <Alert tone="warning" title={summaryOf(problems.length)}>
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

/** The same in the editor, behind a button: the list changes with what is typed, and must not move the page. */
export function ProblemMenu({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Menu trigger={`${problems.length} por corregir`} variant="secondary" size="sm">
      <li>
        <ul aria-label={summaryOf(problems.length)} className="max-h-[60dvh] w-96 max-w-full overflow-y-auto">
          {problems.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places may lack the same.
            <MenuLink key={index} to={problemAddress(problem)}>
              {problem.text}
            </MenuLink>
          ))}
        </ul>
      </li>
    </Menu>
  )
}
