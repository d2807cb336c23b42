import type { PlanStep, QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type Change, diffQuestionnaires, diffText } from './draft-diff.ts'
import { EMPTY_PLAN, hasContent, talkOf } from './plan-form.ts'
import { AUDIENCE_NAMES, listParts, partName } from './step-texts.ts'

type Sections = Pick<Questionnaire, 'sections'>
type Planned = { content: Sections | undefined; plan: QuestionnairePlan | undefined }

/** What a draft with its plan says differently from the published version; a first one is new as a whole. */
export const diffVersions = (
  { newest, published }: { newest: Questionnaire | undefined; published: QuestionnairePlan | undefined },
  content: Omit<Questionnaire, 'version'>,
  plan: QuestionnairePlan | undefined,
): Change[] => [
  ...diffQuestionnaires(newest, content),
  ...(newest ? diffPlans({ content: newest, plan: published }, { content, plan: shownPlan(plan) }) : []),
]

/** A plan that is published: one without anything to show is none. */
export const shownPlan = (plan: QuestionnairePlan | undefined): QuestionnairePlan | undefined =>
  plan && hasContent(plan) ? plan : undefined

/** What publishing another plan would change, in the order of the questions; none where both say the same. */
export function diffPlans(before: Planned, after: Planned): Change[] {
  const [was, is] = [before.plan ?? EMPTY_PLAN, after.plan ?? EMPTY_PLAN]
  const fields = [...new Set([...fieldsOf(after.content), ...fieldsOf(before.content)])]
  const sectionOf = (field: string) => findSection(after.content, field) ?? findSection(before.content, field) ?? 0
  const sections = [...new Set([...was.decisions, ...is.decisions].map(({ section }) => section))]
  return [
    ...diffText(0, 'Plan, a quién le habla', AUDIENCE_NAMES[was.audience], AUDIENCE_NAMES[is.audience]),
    ...diffText(0, 'Plan, qué supone el esfuerzo', was.note, is.note),
    ...fields.flatMap(field => {
      const talk = diffText(
        sectionOf(field),
        `Pregunta ${field}, para conversarla`,
        talkOf(was, field),
        talkOf(is, field),
      )
      return [...diffSteps(sectionOf(field), stepsOf(was, field), stepsOf(is, field)), ...talk]
    }),
    ...sections.flatMap(section => {
      const [old, own] = [was, is].map(({ decisions }) => decisions.find(decision => decision.section === section))
      return [
        ...diffText(section, 'Decisión, título', old?.title, own?.title),
        ...diffText(section, 'Decisión, qué se pide', old?.ask, own?.ask),
        ...diffText(section, 'Decisión, cuándo', old?.when, own?.when),
      ]
    }),
  ]
}

const fieldsOf = (content: Sections | undefined): string[] =>
  content?.sections.flatMap(({ questions }) => questions.map(({ field }) => field)) ?? []

/** The section that has a question, from 1. */
function findSection(content: Sections | undefined, field: string): number | undefined {
  const index = content?.sections.findIndex(({ questions }) => questions.some(question => question.field === field))
  return index === undefined || index === -1 ? undefined : index + 1
}

const stepsOf = ({ steps }: QuestionnairePlan, field: string): PlanStep[] => steps.filter(step => step.field === field)

function diffSteps(section: number, before: readonly PlanStep[], after: readonly PlanStep[]): Change[] {
  const goals = [...new Set([...before, ...after].map(({ to }) => to))].toSorted()
  return goals.flatMap((goal): Change[] => {
    const [old, own] = [before, after].map(steps => steps.find(({ to }) => to === goal))
    const where = `Pregunta ${(own ?? old)?.field}, paso al nivel ${goal}`
    if (!own) return [{ section, where, kind: 'removed', before: old?.title || undefined }]
    if (!old) return [{ section, where, kind: 'added', after: own.title || undefined }]
    const texts = new Map(listParts(old).map(({ path, text }) => [path, text]))
    return listParts(own).flatMap(({ path, text }) =>
      diffText(section, `${where}, ${partName(path)}`, texts.get(path), text),
    )
  })
}
