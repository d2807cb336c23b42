import { Link } from 'react-router'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import type { Section } from '#app/features/questionnaires/questionnaire.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { type DraftPart, fieldOfPart, PART_NAMES, partAddress, problemAddress, problemPart } from './draft-controls.tsx'

const missingText = (count: number): string =>
  count === 1 ? 'Falta una cosa para publicar' : `Faltan ${count} cosas para publicar`

/** Why a draft can't be published, each with a link to its location. @param draft the editor's address. */
export function ProblemList({ problems, draft }: { problems: readonly Problem[]; draft: string }) {
  if (problems.length === 0) return null
  return (
    <Alert tone="warning" title={missingText(problems.length)}>
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

/** Why a draft can't be published, in the editor behind a button: the list changes with what is typed, and must not move the page. */
export function ProblemMenu({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Menu trigger={`${problems.length} por corregir`} variant="secondary" size="sm">
      <li>
        <ul aria-label={missingText(problems.length)} className="max-h-[60dvh] w-96 max-w-full overflow-y-auto">
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

type DraftNavigationProps = {
  sections: readonly Pick<Section, 'id' | 'title'>[]
  current: DraftPart
  problems: readonly Problem[]
}

/** The entry that a part is under: the steps of a question are under the plan. */
const shownIn = (part: DraftPart): DraftPart => (fieldOfPart(part) === undefined ? part : 'plan')

/** The parts of a draft, each with its number of problems. */
export function DraftNavigation({ sections, current, problems }: DraftNavigationProps) {
  const parts: { part: DraftPart; title: string }[] = [
    ...(['general', 'niveles', 'escalas', 'plan'] as const).map(part => ({ part, title: PART_NAMES[part] })),
    ...sections.map(({ title }, index) => ({ part: index + 1, title: `${index + 1}. ${title || 'Sin título'}` })),
  ]
  return (
    <nav aria-label="Partes del cuestionario" className="min-w-0 lg:sticky lg:top-36">
      <ul className="relative flex gap-1 max-lg:overflow-x-auto max-lg:pb-2 lg:max-h-[calc(100dvh-12rem)] lg:flex-col lg:overflow-y-auto">
        {parts.map(({ part, title }) => (
          <Part
            key={part}
            to={partAddress(part)}
            isCurrent={shownIn(current) === part}
            title={title}
            problemCount={problems.filter(problem => shownIn(problemPart(problem)) === part).length}
          />
        ))}
      </ul>
    </nav>
  )
}

type PartProps = { to: string; isCurrent: boolean; title: string; problemCount: number }

function Part({ to, isCurrent, title, problemCount }: PartProps) {
  return (
    <li className="flex-none">
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-h-11 items-center justify-between gap-3 rounded-md px-3 py-1.5 text-md font-medium text-muted hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/7 aria-[current=page]:text-ink max-lg:whitespace-nowrap"
      >
        <span className="min-w-0">{title}</span>
        {problemCount > 0 && (
          <span className="flex-none rounded-sm bg-poor-soft px-1.5 text-sm text-poor-ink tabular-nums">
            <span>{problemCount}</span>
            <span className="sr-only"> por corregir</span>
          </span>
        )}
      </Link>
    </li>
  )
}

/** The button that adds a section, at the end of the list. */
export function AddSection() {
  return (
    <Button type="submit" name="intent" value="add-section" variant="secondary" size="sm">
      Agregar sección
    </Button>
  )
}
